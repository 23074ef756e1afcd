package dev.harbor.llm;

/** Measures text without encoding it. */
final class Utf8Size {

    private Utf8Size() {}

    static long of(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x800) {
                // Three bytes for one char, four for the two of a pair.
                bytes += 2;
                i += isPair(text, i) ? 1 : 0;
            } else if (c >= 0x80) {
                bytes++;
            }
        }
        return bytes;
    }

    private static boolean isPair(String text, int at) {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }
}
