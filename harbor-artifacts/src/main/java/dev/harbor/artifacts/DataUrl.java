package dev.harbor.artifacts;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Base64;
import java.util.Locale;

/** Is a data URL whose bytes are in base64; they are decoded while they are read. Immutable. */
final class DataUrl {

    private static final String START = "data:";
    private static final String BASE64 = ";base64";
    private static final int MAX_HEADER_LENGTH = 512;

    private final String text;
    private final int from;
    private final int to;

    private DataUrl(String text, int from, int to) {
        this.text = text;
        this.from = from;
        this.to = to;
    }

    /**
     * Reads the part before the bytes, which has at most 512 characters.
     *
     * @throws IOException if it is none of a data URL in base64
     */
    static DataUrl parse(String text) throws IOException {
        int comma =
                text.substring(0, Math.min(text.length(), MAX_HEADER_LENGTH)).indexOf(',');
        String header = text.substring(0, Math.max(comma, 0)).toLowerCase(Locale.ROOT);
        if (!header.startsWith(START) || !header.endsWith(BASE64)) {
            throw new IOException("it does not begin like one");
        }
        int end = text.length();
        for (int padding = 0; padding < 2 && end > comma + 1 && text.charAt(end - 1) == '='; padding++) {
            end--;
        }
        if ((end - comma - 1) % 4 == 1) {
            throw new IOException("its base64 is cut off");
        }
        return new DataUrl(text, comma + 1, end);
    }

    long decodedBytes() {
        return (to - from) * 3L / 4;
    }

    InputStream decode() {
        return Base64.getDecoder().wrap(new Characters());
    }

    /**
     * Decodes everything and throws it away.
     *
     * @throws IOException if something is not base64
     */
    void requireDecodable() throws IOException {
        try (InputStream decoded = decode()) {
            decoded.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Gives the characters of the base64 as bytes; what is no ASCII becomes something that is no base64 either. */
    private final class Characters extends InputStream {

        private int next = from;

        @Override
        public int read() {
            if (next == to) {
                return -1;
            }
            return ascii(text.charAt(next++));
        }

        @Override
        public int read(byte[] into, int at, int length) {
            if (next == to && length > 0) {
                return -1;
            }
            int count = Math.min(length, to - next);
            for (int i = 0; i < count; i++) {
                into[at + i] = (byte) ascii(text.charAt(next++));
            }
            return count;
        }

        private static int ascii(char c) {
            return c < 0x80 ? c : '?';
        }
    }
}
