package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import org.jspecify.annotations.Nullable;

/** Finds the members of a message in its text. It takes no more than one pass and no stack, whatever the text is. Confined to one message. */
final class EnvelopeScan {

    private final String text;
    private int at;
    private @Nullable Json id;
    private @Nullable String method;
    private @Nullable Json params;
    private @Nullable Json result;
    private @Nullable Json error;

    private EnvelopeScan(String text) {
        this.text = text;
    }

    /** Returns the message, or null if the text is no object alone. */
    static @Nullable Envelope read(String text) {
        EnvelopeScan scan = new EnvelopeScan(text);
        if (!scan.object()) {
            return null;
        }
        return new Envelope(scan.id, scan.method, scan.params, scan.result, scan.error);
    }

    private boolean object() {
        if (!take('{')) {
            return false;
        }
        if (take('}')) {
            return isAtEnd();
        }
        do {
            if (!member()) {
                return false;
            }
        } while (take(','));
        return take('}') && isAtEnd();
    }

    private boolean isAtEnd() {
        return skipSpace(text, at) == text.length();
    }

    private boolean member() {
        at = skipSpace(text, at);
        int nameStart = at;
        if (!string()) {
            return false;
        }
        String name = text.substring(nameStart + 1, at - 1);
        if (!take(':')) {
            return false;
        }
        at = skipSpace(text, at);
        int start = at;
        if (!value()) {
            return false;
        }
        keep(name, start);
        return true;
    }

    /** A member that comes twice is what it was first. */
    private void keep(String name, int start) {
        switch (name) {
            case "id" -> id = id == null && !text.startsWith("null", start) ? value(start) : id;
            case "method" -> method = method == null ? name(start) : method;
            case "params" -> params = params == null ? value(start) : params;
            case "result" -> result = result == null ? value(start) : result;
            case "error" -> error = error == null && !text.startsWith("null", start) ? value(start) : error;
            default -> {
                // Everything else is allowed and means nothing.
            }
        }
    }

    private Json value(int start) {
        return Json.lazy(text.substring(start, at));
    }

    /** A method that is no text is no method anybody has. */
    private String name(int start) {
        try {
            return value(start).asString();
        } catch (HarborException e) {
            return "";
        }
    }

    private boolean value() {
        if (at >= text.length()) {
            return false;
        }
        return switch (text.charAt(at)) {
            case '"' -> string();
            case '{', '[' -> container();
            default -> scalar();
        };
    }

    private boolean scalar() {
        int start = at;
        while (at < text.length() && ",}] \t\r\n\"{[:".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at > start;
    }

    private boolean container() {
        int depth = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                if (!string()) {
                    return false;
                }
                continue;
            }
            at++;
            if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return true;
            }
        }
        return false;
    }

    /** Moves behind the string that begins here. */
    private boolean string() {
        if (at >= text.length() || text.charAt(at) != '"') {
            return false;
        }
        int quote = text.indexOf('"', at + 1);
        while (quote >= 0 && isEscaped(quote)) {
            quote = text.indexOf('"', quote + 1);
        }
        at = quote + 1;
        return quote >= 0;
    }

    private boolean isEscaped(int quote) {
        int backslashes = 0;
        for (int i = quote - 1; i > at && text.charAt(i) == '\\'; i--) {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private boolean take(char wanted) {
        int next = skipSpace(text, at);
        if (next >= text.length() || text.charAt(next) != wanted) {
            return false;
        }
        at = next + 1;
        return true;
    }

    static int skipSpace(String text, int from) {
        int i = from;
        while (i < text.length()
                && (text.charAt(i) == ' '
                        || text.charAt(i) == '\t'
                        || text.charAt(i) == '\r'
                        || text.charAt(i) == '\n')) {
            i++;
        }
        return i;
    }
}
