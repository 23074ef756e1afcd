package dev.harbor.tools.a2a;

import java.io.InputStream;
import java.util.Base64;

/** Reads base64 as it stands in JSON, of either alphabet, padded or not; a piece at a time. */
final class Base64Text extends InputStream {

    private final String text;
    private final int end;
    private int at;

    private Base64Text(String text) {
        this.text = text;
        int last = text.length();
        while (last > 0 && text.charAt(last - 1) == '=') {
            last--;
        }
        this.end = last;
    }

    /** Returns the bytes; reading them throws an {@link java.io.IOException} if it is no base64. */
    static InputStream decoded(String text) {
        return Base64.getDecoder().wrap(new Base64Text(text));
    }

    @Override
    public int read() {
        return at == end ? -1 : next();
    }

    @Override
    public int read(byte[] into, int from, int most) {
        if (at == end && most > 0) {
            return -1;
        }
        int count = Math.min(most, end - at);
        for (int i = 0; i < count; i++) {
            into[from + i] = (byte) next();
        }
        return count;
    }

    private int next() {
        char c = text.charAt(at++);
        return switch (c) {
            case '-' -> '+';
            case '_' -> '/';
            default -> c < 0x80 ? c : '!';
        };
    }
}
