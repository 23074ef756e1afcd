package dev.harbor.net;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Is content that ends, or fails where it would end. */
final class BreakingStream extends FilterInputStream {

    private final boolean fails;

    BreakingStream(String content, boolean fails) {
        super(new ByteArrayInputStream(content.getBytes(StandardCharsets.ISO_8859_1)));
        this.fails = fails;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int count = super.read(into, from, length);
        if (count < 0 && fails) {
            throw new IOException("the disk is gone");
        }
        return count;
    }
}
