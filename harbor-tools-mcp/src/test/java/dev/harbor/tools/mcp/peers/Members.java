package dev.harbor.tools.mcp.peers;

import java.util.LinkedHashMap;
import java.util.Map;

/** Takes a JSON object apart into its members, each as the text that it was written in. Enough for a peer that has to start at once. */
final class Members {

    private final String text;
    private int at;

    private Members(String text) {
        this.text = text;
    }

    static Map<String, String> of(String object) {
        return new Members(object).read();
    }

    /** Returns the characters of a JSON string without escapes, or the text itself if it is no string. */
    static String unquoted(String raw) {
        return raw.startsWith("\"") ? raw.substring(1, raw.length() - 1) : raw;
    }

    private Map<String, String> read() {
        Map<String, String> members = new LinkedHashMap<>();
        at = text.indexOf('{') + 1;
        while (at < text.length()) {
            int start = text.indexOf('"', at);
            if (start < 0) {
                return members;
            }
            at = start;
            String name = unquoted(value());
            at = text.indexOf(':', at) + 1;
            members.put(name, value().strip());
            at++;
        }
        return members;
    }

    private String value() {
        int start = at;
        int depth = 0;
        boolean quoted = false;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quoted) {
                at += c == '\\' ? 1 : 0;
                quoted = c != '"';
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (depth == 0 && (c == ',' || c == ':' || c == '}' || c == ']')) {
                return text.substring(start, at);
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
        return text.substring(start);
    }
}
