package dev.harbor.json;

/** Spreads compact JSON text over lines. Only white space changes. Not thread-safe. */
final class Indented {

    private static final String INDENT = "  ";

    private final String compact;
    private final StringBuilder out = new StringBuilder();
    private int depth;

    private Indented(String compact) {
        this.compact = compact;
    }

    static String of(String compact) {
        return new Indented(compact).spread();
    }

    private String spread() {
        int at = 0;
        while (at < compact.length()) {
            char next = compact.charAt(at);
            int end = next == '"' ? endOfString(at) : at + 1;
            if (next == '"') {
                out.append(compact, at, end);
            } else {
                mark(next, at);
            }
            at = end;
        }
        return out.toString();
    }

    private int endOfString(int start) {
        int at = start + 1;
        while (compact.charAt(at) != '"') {
            at += compact.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private void mark(char next, int at) {
        switch (next) {
            case '{', '[' -> open(next, at);
            case '}', ']' -> close(next, at);
            case ',' -> {
                out.append(next);
                newLine();
            }
            case ':' -> out.append(": ");
            default -> out.append(next);
        }
    }

    private void open(char bracket, int at) {
        out.append(bracket);
        depth++;
        char following = compact.charAt(at + 1);
        if (following != '}' && following != ']') {
            newLine();
        }
    }

    private void close(char bracket, int at) {
        depth--;
        char before = compact.charAt(at - 1);
        if (before != '{' && before != '[') {
            newLine();
        }
        out.append(bracket);
    }

    private void newLine() {
        out.append('\n').append(INDENT.repeat(depth));
    }
}
