package dev.harbor.net;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;

/** Counts what comes from a socket while the head of a message is read, and can be told that nothing may be read now. Not thread-safe. */
final class WireInput extends FilterInputStream {

    private long left = Long.MAX_VALUE;
    private boolean dry;

    WireInput(InputStream socket) {
        super(socket);
    }

    /** Bounds what may be read from now on. Everything that was read is of the head when more is asked for, since nothing is left in the buffer. */
    void bound(long bytes) {
        left = bytes;
    }

    void unbound() {
        left = Long.MAX_VALUE;
    }

    /** Makes reads fail as if nothing came, so that one can ask what is in a buffer without waiting. */
    void dry(boolean now) {
        dry = now;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (dry) {
            throw new SocketTimeoutException("nothing may be read now");
        }
        if (left <= 0) {
            throw new HeadTooLarge();
        }
        int count = super.read(into, from, length);
        left -= Math.max(count, 0);
        return count;
    }

    /** Says that the head of a message is over its limit. */
    static final class HeadTooLarge extends IOException {

        private static final long serialVersionUID = 1L;

        HeadTooLarge() {
            super("the head is over its limit");
        }
    }
}
