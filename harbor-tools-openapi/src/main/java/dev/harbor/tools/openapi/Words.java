package dev.harbor.tools.openapi;

/** Takes the words of a document as remote text: bounded, and without what a person would not see. */
final class Words {

    /** The most characters of a description. */
    static final int LONGEST = 2_000;

    private static final int LONGEST_LABEL = 128;
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final int FIRST_HIDDEN_SELECTOR = 0xE0100;
    private static final int LAST_HIDDEN_SELECTOR = 0xE01EF;

    private Words() {}

    /** Returns a description. */
    static String clean(String text) {
        return cut(seen(text), LONGEST);
    }

    /** Returns a title, tag or version, in one line. */
    static String label(String text) {
        return cut(seen(text).replaceAll("\\s+", " ").strip(), LONGEST_LABEL);
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + '…';
    }

    private static String seen(String text) {
        if (text.codePoints().allMatch(Words::isSeen)) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        text.replace("\r\n", "\n")
                .replace('\r', '\n')
                .codePoints()
                .filter(Words::isSeen)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static boolean isSeen(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL -> point == '\n' || point == '\t';
            case Character.FORMAT -> point == ZERO_WIDTH_NON_JOINER || point == ZERO_WIDTH_JOINER;
            case Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> point < FIRST_HIDDEN_SELECTOR || point > LAST_HIDDEN_SELECTOR;
        };
    }
}
