package dev.harbor.tools.mcp;

/** Moves over the tokens of JSON in a text: in one pass and without a stack, whatever the text is. Confined to one text. */
final class TextScan {

    private final String text;
    private int at;

    TextScan(String text, int start) {
        this.text = text;
        this.at = start;
    }

    int at() {
        return at;
    }

    /** Moves to the next token, and returns where that is. */
    int next() {
        at = skipSpace(text, at);
        return at;
    }

    boolean isAtEnd() {
        return next() == text.length();
    }

    /** Moves behind the value that begins here; false if there is none, or no end of it. */
    boolean value() {
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

    /** Moves behind the string that begins here; false if there is none, or no end of it. */
    boolean string() {
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

    /** Moves behind a character if it is the next token. */
    boolean take(char wanted) {
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
