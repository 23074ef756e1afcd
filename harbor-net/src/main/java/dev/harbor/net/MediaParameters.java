package dev.harbor.net;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads the parameters of a media type: {@code ; name=value; name="quoted \"value\""}. Not thread-safe. */
final class MediaParameters {

    private static final int MOST = 16;

    private final String text;
    private final Map<String, String> found = new HashMap<>();
    private int at;

    MediaParameters(String text, int from) {
        this.text = text;
        this.at = from;
    }

    Map<String, String> read() {
        while (at < text.length() && found.size() < MOST) {
            at++;
            String name = until('=').strip().toLowerCase(Locale.ROOT);
            if (at < text.length() && text.charAt(at) == '=') {
                at++;
                String value = value();
                if (!name.isEmpty()) {
                    found.putIfAbsent(name, value);
                }
            }
        }
        return found;
    }

    private String value() {
        if (at < text.length() && text.charAt(at) == '"') {
            String quoted = quoted();
            until(';');
            return quoted;
        }
        return until(';').strip();
    }

    /** Reads up to a character or the next parameter. */
    private String until(char stop) {
        int from = at;
        while (at < text.length() && text.charAt(at) != stop && text.charAt(at) != ';') {
            at++;
        }
        return text.substring(from, at);
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                at++;
            }
            value.append(text.charAt(at));
        }
        at = Math.min(at + 1, text.length());
        return value.toString();
    }
}
