package dev.harbor.artifacts;

/** Measures text as it stands inside a JSON string, where quotes and control characters take more room than in UTF-8. */
final class Escaped {

    private Escaped() {}

    static int bytes(int codePoint) {
        return switch (codePoint) {
            case '"', '\\', '\b', '\f', '\n', '\r', '\t' -> 2;
            default -> codePoint < 0x20 || isUnpaired(codePoint) ? 6 : utf8(codePoint);
        };
    }

    static int utf8(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < 0x10000 ? 3 : 4;
    }

    private static boolean isUnpaired(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    static long bytes(String text) {
        return text.codePoints().mapToLong(Escaped::bytes).sum();
    }

    /** Returns as much of the beginning of a text as fits, in whole code points. */
    static String prefix(String text, int maxBytes) {
        int end = plainEnd(text, maxBytes);
        int left = maxBytes - end;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            left -= bytes(codePoint);
            if (left < 0) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        return text.substring(0, end);
    }

    /** Returns how many characters at the beginning take one byte each, up to a number: all of them, most of the time. */
    private static int plainEnd(String text, int most) {
        int end = 0;
        int last = Math.min(text.length(), most);
        while (end < last && isPlain(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
    }
}
