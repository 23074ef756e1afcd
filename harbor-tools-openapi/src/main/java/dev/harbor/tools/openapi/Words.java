package dev.harbor.tools.openapi;

import dev.harbor.catalog.RemoteText;

/** Takes the words of a document as remote text: bounded, and without what a person would not see. */
final class Words {

    /** The most characters of a description. */
    static final int LONGEST = 2_000;

    private static final int LONGEST_LABEL = 128;

    private Words() {}

    /** Returns a description. */
    static String clean(String text) {
        return cut(RemoteText.clean(text), LONGEST);
    }

    /** Returns a title, tag or version, in one line. */
    static String label(String text) {
        return cut(RemoteText.clean(text).replaceAll("\\s+", " ").strip(), LONGEST_LABEL);
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + '…';
    }
}
