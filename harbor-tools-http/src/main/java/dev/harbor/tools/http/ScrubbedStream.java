package dev.harbor.tools.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Replaces each occurrence of some bytes by as many stars, wherever reads cut it. Not thread-safe. */
final class ScrubbedStream extends InputStream {

    private static final int BUFFER = 16 << 10;

    private final InputStream from;
    private final byte[] secret;
    private final byte[] buffer;
    private int at;
    private int safe;
    private int end;
    private boolean ended;

    ScrubbedStream(InputStream from, byte[] secret) {
        this.from = from;
        this.secret = secret.clone();
        this.buffer = new byte[BUFFER + secret.length];
    }

    @Override
    public int read() throws IOException {
        return fill() ? buffer[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, safe - at);
        System.arraycopy(buffer, at, into, offset, count);
        at += count;
        return count;
    }

    /** Reads until there are bytes in which nothing can begin that goes on later. */
    private boolean fill() throws IOException {
        while (at == safe && !ended) {
            System.arraycopy(buffer, at, buffer, 0, end - at);
            end -= at;
            at = 0;
            int count = from.read(buffer, end, buffer.length - end);
            ended = count < 0;
            end += Math.max(0, count);
            safe = ended ? scrub() : Math.max(0, Math.min(scrub(), end));
        }
        return at < safe;
    }

    /** Overwrites what is found, and returns up to where nothing can be found any more. */
    private int scrub() {
        int i = 0;
        while (i + secret.length <= end) {
            if (matches(i, secret.length)) {
                Arrays.fill(buffer, i, i + secret.length, (byte) '*');
                i += secret.length;
            } else {
                i++;
            }
        }
        while (!ended && i < end && !matches(i, end - i)) {
            i++;
        }
        return ended ? end : i;
    }

    private boolean matches(int from, int length) {
        for (int i = 0; i < length; i++) {
            if (buffer[from + i] != secret[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        from.close();
    }
}
