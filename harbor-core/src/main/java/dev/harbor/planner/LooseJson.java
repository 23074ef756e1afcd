package dev.harbor.planner;

/**
 * Mends what models do to JSON, where nothing can be lost by it: a comma behind the last member or element, a control character in a string that should be
 * escaped, an escaped apostrophe. Everything else stays as it is, for the strict reader to refuse.
 */
final class LooseJson {

    private final String text;
    private final StringBuilder mended;

    private LooseJson(String text) {
        this.text = text;
        this.mended = new StringBuilder(text.length() + 16);
    }

    static String mend(String text) {
        LooseJson loose = new LooseJson(text);
        loose.mend();
        return loose.mended.toString();
    }

    private void mend() {
        boolean inString = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!inString) {
                inString = c == '"';
                append(c, c == ',' && isBeforeEnd(i + 1));
            } else if (c == '\\' && i + 1 < text.length()) {
                i++;
                escaped(text.charAt(i));
            } else {
                inString = c != '"';
                character(c);
            }
        }
    }

    private void append(char c, boolean leftOut) {
        if (!leftOut) {
            mended.append(c);
        }
    }

    private boolean isBeforeEnd(int from) {
        int next = from;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return next < text.length() && (text.charAt(next) == '}' || text.charAt(next) == ']');
    }

    private void escaped(char c) {
        append('\\', c == '\'');
        mended.append(c);
    }

    private void character(char c) {
        if (c >= ' ') {
            mended.append(c);
            return;
        }
        switch (c) {
            case '\n' -> mended.append("\\n");
            case '\r' -> mended.append("\\r");
            case '\t' -> mended.append("\\t");
            default -> mended.append("\\u00").append(hex(c >> 4)).append(hex(c & 15));
        }
    }

    private static char hex(int digit) {
        return Character.forDigit(digit, 16);
    }
}
