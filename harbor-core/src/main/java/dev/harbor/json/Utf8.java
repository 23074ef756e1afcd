package dev.harbor.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Measures and strictly decodes UTF-8. */
final class Utf8 {

    private Utf8() {}

    /** Returns how many bytes the text takes. */
    static int length(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    static String decode(byte[] utf8) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        // the fast decoder replaces what is wrong; only then it is worth asking the strict one
        if (text.indexOf('\uFFFD') >= 0) {
            requireValid(utf8);
        }
        return text;
    }

    private static void requireValid(byte[] utf8) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
        } catch (CharacterCodingException e) {
            throw new MalformedJsonException(0, "the bytes are not UTF-8");
        }
    }
}
