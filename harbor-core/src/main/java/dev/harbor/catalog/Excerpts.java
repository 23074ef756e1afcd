package dev.harbor.catalog;

/** Quotes what a caller sent. */
final class Excerpts {

    private static final int MAX_LENGTH = 64;

    private Excerpts() {}

    /** Returns the start of a text without what is not to be seen, in one line. */
    static String of(String text) {
        String cut = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "..." : text;
        return RemoteText.clean(cut).replace('\n', ' ').replace('\t', ' ');
    }
}
