package dev.harbor.testkit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;

/** Is a stream that behaves as streams may: gives one byte at a time, goes on for ever, or breaks after its content. Remembers whether it was closed. */
final class OddStream extends InputStream {

    private final InputStream content;
    private final int most;
    private final Callable<Integer> end;
    private boolean closed;

    private OddStream(InputStream content, int most, Callable<Integer> end) {
        this.content = content;
        this.most = most;
        this.end = end;
    }

    static OddStream trickling(byte[] content) {
        return new OddStream(new ByteArrayInputStream(content), 1, () -> -1);
    }

    static OddStream endless() {
        return new OddStream(InputStream.nullInputStream(), Integer.MAX_VALUE, () -> (int) 'x');
    }

    static OddStream breaking(byte[] content, Exception failure) {
        return new OddStream(new ByteArrayInputStream(content), Integer.MAX_VALUE, () -> {
            throw failure;
        });
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public int read() throws IOException {
        int next = content.read();
        return next >= 0 ? next : end();
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int count = content.read(into, from, Math.min(length, most));
        if (count > 0) {
            return count;
        }
        int next = end();
        if (next < 0) {
            return -1;
        }
        java.util.Arrays.fill(into, from, from + length, (byte) next);
        return length;
    }

    private int end() throws IOException {
        try {
            return end.call();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
