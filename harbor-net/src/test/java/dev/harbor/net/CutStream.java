package dev.harbor.net;

import java.io.InputStream;
import java.util.function.IntSupplier;

/** Hands out an array in pieces whose sizes are somebody else's choice. */
final class CutStream extends InputStream {

    private final byte[] content;
    private final IntSupplier sizes;
    private int at;

    CutStream(byte[] content, IntSupplier sizes) {
        this.content = content;
        this.sizes = sizes;
    }

    @Override
    public int read() {
        return at < content.length ? content[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) {
        if (at == content.length) {
            return -1;
        }
        int count = Math.min(Math.min(length, Math.max(1, sizes.getAsInt())), content.length - at);
        System.arraycopy(content, at, into, from, count);
        at += count;
        return count;
    }
}
