package dev.harbor.json;

/** Decodes the inside of a JSON string. */
final class StringLiteral {

    private static final int HEX_DIGITS = 4;

    private StringLiteral() {}

    /** Returns where the text stops being characters that stand for themselves: at a quote, an escape, or the end. */
    static int plainEnd(String text, int start) {
        int at = start;
        int length = text.length();
        while (at < length) {
            char c = text.charAt(at);
            if (c == '"' || c == '\\') {
                return at;
            }
            if (c < ' ') {
                throw new MalformedJsonException(at, "a control character in a string must be escaped");
            }
            if (Character.isSurrogate(c)) {
                requirePair(at, c, at + 1 < length ? text.charAt(at + 1) : ' ');
                at++;
            }
            at++;
        }
        return at;
    }

    /** Decodes up to the closing quote and returns the position behind it. */
    static int decode(String text, int start, StringBuilder decoded) {
        int at = start;
        while (true) {
            int end = plainEnd(text, at);
            decoded.append(text, at, end);
            if (end == text.length()) {
                throw new MalformedJsonException(end, "the string is not closed");
            }
            if (text.charAt(end) == '"') {
                return end + 1;
            }
            at = escape(text, end, decoded);
        }
    }

    private static int escape(String text, int backslash, StringBuilder decoded) {
        char c = backslash + 1 < text.length() ? text.charAt(backslash + 1) : ' ';
        if (c == 'u') {
            return unicode(text, backslash, decoded);
        }
        decoded.append(
                switch (c) {
                    case '"', '\\', '/' -> c;
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    default -> throw new MalformedJsonException(backslash, "unknown escape");
                });
        return backslash + 2;
    }

    private static int unicode(String text, int backslash, StringBuilder decoded) {
        char c = hex(text, backslash);
        decoded.append(c);
        int behind = backslash + 2 + HEX_DIGITS;
        if (!Character.isSurrogate(c)) {
            return behind;
        }
        char low = text.startsWith("\\u", behind) ? hex(text, behind) : ' ';
        requirePair(backslash, c, low);
        decoded.append(low);
        return behind + 2 + HEX_DIGITS;
    }

    private static char hex(String text, int backslash) {
        int value = 0;
        for (int i = backslash + 2; i < backslash + 2 + HEX_DIGITS; i++) {
            char c = i < text.length() ? text.charAt(i) : ' ';
            // Character.digit alone would take the digits of every script
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw new MalformedJsonException(backslash, "an escape \\u takes four hexadecimal digits");
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }

    private static void requirePair(int at, char high, char low) {
        if (!Character.isHighSurrogate(high) || !Character.isLowSurrogate(low)) {
            throw new MalformedJsonException(at, "unpaired surrogate in a string");
        }
    }
}
