package dev.harbor.net;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;

/** Counts what comes from a socket while the head of a message is read, and can be told that nothing may be read now. Not thread-safe. */
final class WireInput extends FilterInputStream {

    private long left = Long.MAX_VALUE;
    private boolean inHead;
    private boolean ended;
    private boolean dry;

    WireInput(InputStream socket) {
        super(socket);
    }

    /** Bounds what may be read from now on. Everything that was read is of the head when more is asked for, since nothing is left in the buffer. */
    void bound(long bytes) {
        left = bytes;
        inHead = true;
    }

    void unbound() {
        left = Long.MAX_VALUE;
        inHead = false;
    }

    /** Tells whether the other side has said that nothing more comes. */
    boolean hasEnded() {
        return ended;
    }

    /** Makes reads fail as if nothing came, so that one can ask what is in a buffer without waiting. */
    void dry(boolean now) {
        dry = now;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (dry) {
            throw new Dry();
        }
        if (left <= 0) {
            throw new HeadTooLarge();
        }
        int count = super.read(into, from, length);
        left -= Math.max(count, 0);
        if (count < 0) {
            ended = true;
            // Who reads a head takes the end for a blank line, and what is missing for nothing.
            throwInHead();
        }
        return count;
    }

    private void throwInHead() throws EOFException {
        if (inHead) {
            throw new EOFException("the connection ended inside the head");
        }
    }

    /** Says that nothing may be read now, which is how a sound connection answers after every exchange; so no stack trace is made. */
    private static final class Dry extends SocketTimeoutException {

        private static final long serialVersionUID = 1L;

        Dry() {
            super("nothing may be read now");
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Says that the head of a message is over its limit. */
    static final class HeadTooLarge extends IOException {

        private static final long serialVersionUID = 1L;

        HeadTooLarge() {
            super("the head is over its limit");
        }
    }
}
