package dev.harbor.identity;

/** Holds the parts of identities to what every store can keep: text of UTF-8 without NUL, which is not cut or changed on the way. */
final class Component {

    private Component() {}

    /** Checks the content of a text that is there. */
    static void check(String what, String value) {
        if (value.length() > Identity.MAX_LENGTH) {
            throw new IdentityException(
                    what + " has " + value.length() + " characters, allowed are " + Identity.MAX_LENGTH);
        }
        int end = kept(value);
        if (end < value.length()) {
            throw new IdentityException(what + " has " + (value.charAt(end) == 0 ? "NUL" : "an unpaired surrogate")
                    + " as character " + end + "; allowed is well-formed Unicode without NUL");
        }
    }

    /** Returns how many characters there are before the first one that can't be kept. */
    private static int kept(String value) {
        int at = 0;
        while (at < value.length()) {
            int point = value.codePointAt(at);
            if (point == 0 || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
                return at;
            }
            at += Character.charCount(point);
        }
        return at;
    }
}
