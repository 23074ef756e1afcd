package dev.harbor.net;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Collects bytes of UTF-8. Not thread-safe. */
final class ByteText {

    private static final int LARGEST_KEPT = 64 << 10;

    private byte[] bytes = new byte[1 << 10];
    private int size;

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    void append(byte[] from, int start, int end) {
        int more = end - start;
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
        System.arraycopy(from, start, bytes, size, more);
        size += more;
    }

    void append(byte one) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, size * 2);
        }
        bytes[size++] = one;
    }

    /** Forgets the content, and the space of what was unusually large. */
    void clear() {
        size = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[1 << 10];
        }
    }

    String text() {
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }
}
