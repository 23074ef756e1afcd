package dev.harbor.journal;

import java.util.Objects;

/** Holds the texts that streams are found by to what every database can keep and compare. */
final class Names {

    private Names() {}

    static void check(String what, String text, int min, int max) {
        Objects.requireNonNull(text, what);
        if (text.length() < min || text.length() > max) {
            throw new IllegalArgumentException(
                    what + " has " + min + " to " + max + " characters, got " + text.length());
        }
        if (text.codePoints().anyMatch(Names::isUnkept)) {
            throw new IllegalArgumentException(what + " must be well-formed Unicode without NUL");
        }
    }

    private static boolean isUnkept(int point) {
        return point == 0 || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    /** Compares by code point: a pair of surrogates stands for a higher one than any single character. */
    static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean high = Character.isSurrogate(a);
                return high == Character.isSurrogate(b) ? Character.compare(a, b) : (high ? 1 : -1);
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
