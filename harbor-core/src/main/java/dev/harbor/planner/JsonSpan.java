package dev.harbor.planner;

import dev.harbor.json.Json;

/** Finds where a JSON object or array in a text ends, by its brackets and strings alone. */
final class JsonSpan {

    /** The text ends before the value does. */
    static final int OPEN = -1;

    /** The brackets don't match, or are nested too deeply. */
    static final int BROKEN = -2;

    private final String text;
    private int at;
    private long arrays;
    private int depth;

    private JsonSpan(String text, int from) {
        this.text = text;
        this.at = from;
    }

    /** Returns the index behind the value that begins with a bracket at an index; {@link #OPEN} or {@link #BROKEN} when there is none. */
    static int end(String text, int from) {
        return new JsonSpan(text, from).end();
    }

    private int end() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            boolean fits = switch (c) {
                case '{', '[' -> enter(c == '[');
                case '}', ']' -> leave(c == ']');
                case '"' -> skipString();
                default -> true;
            };
            if (!fits) {
                return BROKEN;
            }
            if (depth == 0) {
                return at;
            }
        }
        return OPEN;
    }

    private boolean enter(boolean isArray) {
        arrays = arrays << 1 | (isArray ? 1 : 0);
        depth++;
        return depth <= Json.MAX_DEPTH;
    }

    private boolean leave(boolean isArray) {
        boolean fits = depth > 0 && (arrays & 1) == (isArray ? 1 : 0);
        arrays >>>= 1;
        depth--;
        return fits;
    }

    private boolean skipString() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return true;
            }
            at += c == '\\' ? 1 : 0;
        }
        return true;
    }
}
