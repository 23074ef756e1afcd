package dev.harbor.oauth;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is what a resource says in {@code WWW-Authenticate} about the bearer token that it wants. Immutable.
 *
 * @param isThere whether it wants one at all
 */
record Challenge(boolean isThere, Map<String, String> parameters) {

    private static final int MAX_LENGTH = 16 << 10;

    Challenge {
        parameters = Map.copyOf(parameters);
    }

    /** Reads the values of the header; what can't be read is left out. */
    static Challenge of(List<String> values) {
        for (String value : values) {
            Challenge found = value.length() > MAX_LENGTH ? none() : new Reader(value).bearer();
            if (found.isThere()) {
                return found;
            }
        }
        return none();
    }

    private static Challenge none() {
        return new Challenge(false, Map.of());
    }

    Set<String> scopes() {
        return Scopes.parse(parameters.getOrDefault("scope", ""));
    }

    boolean isAboutScope() {
        return "insufficient_scope".equals(parameters.get("error"));
    }

    /** Returns where the resource describes itself, or null. */
    @Nullable
    String metadata() {
        return parameters.get("resource_metadata");
    }

    /** Reads one value: schemes, each with parameters, all with commas between them. */
    private static final class Reader {

        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Challenge bearer() {
            boolean isBearer = false;
            Map<String, String> found = new HashMap<>();
            while (at < text.length()) {
                skip(" \t,");
                String word = word();
                if (word.isEmpty()) {
                    at++;
                } else if (at < text.length() && text.charAt(at) == '=') {
                    at++;
                    String value = value();
                    if (isBearer) {
                        found.putIfAbsent(word.toLowerCase(Locale.ROOT), value);
                    }
                } else if (isBearer) {
                    break;
                } else {
                    isBearer = word.equalsIgnoreCase("Bearer");
                }
            }
            return new Challenge(isBearer, found);
        }

        private void skip(String which) {
            while (at < text.length() && which.indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private String word() {
            int from = at;
            while (at < text.length() && " \t,=\"".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(from, at);
        }

        private String value() {
            if (at >= text.length() || text.charAt(at) != '"') {
                return word();
            }
            StringBuilder value = new StringBuilder();
            for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    at++;
                }
                value.append(text.charAt(at));
            }
            at++;
            return value.toString();
        }
    }
}
