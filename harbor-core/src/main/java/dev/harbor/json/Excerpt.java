package dev.harbor.json;

/** Cuts foreign text down to what a message may repeat. */
final class Excerpt {

    static final int MAX_LENGTH = 40;
    private static final int LINE_LENGTH = 200;

    private Excerpt() {}

    /** Returns the text in quotes, without control characters, at most 40 characters of it. */
    static String quoted(String text) {
        return "'" + of(text) + "'";
    }

    static String of(String text) {
        return cut(text, MAX_LENGTH);
    }

    /** Returns at most a line of text that is not the refused value. */
    static String ofLine(String text) {
        return cut(text, LINE_LENGTH);
    }

    private static String cut(String text, int limit) {
        int end = Math.min(text.length(), limit);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        StringBuilder kept = new StringBuilder(end);
        text.substring(0, end).codePoints().map(c -> isPrintable(c) ? c : '?').forEach(kept::appendCodePoint);
        return end < text.length() ? kept.append("...").toString() : kept.toString();
    }

    private static boolean isPrintable(int codePoint) {
        int type = Character.getType(codePoint);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.SURROGATE
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR
                && type != Character.UNASSIGNED;
    }
}
