package dev.harbor.tools.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what a child process writes beside the protocol and keeps the end of it, for when it dies. Thread-safe. */
final class LastWords implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);
    private static final int KEPT = 4 << 10;

    private final InputStream from;
    private final byte[] ring = new byte[KEPT];
    private final Object lock = new Object();
    private long count;

    LastWords(InputStream from) {
        this.from = from;
    }

    @Override
    public void run() {
        byte[] buffer = new byte[KEPT];
        try {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                keep(buffer, n);
            }
        } catch (IOException e) {
            // The stream was closed with its process.
            LOG.trace("the error output of a server has ended", e);
        }
    }

    private void keep(byte[] bytes, int size) {
        synchronized (lock) {
            for (int i = 0; i < size; i++) {
                ring[(int) (count++ % KEPT)] = bytes[i];
            }
        }
    }

    /** Returns the end of it on one line, without what looks like a secret; empty if there was nothing. */
    String text() {
        byte[] kept;
        synchronized (lock) {
            int size = (int) Math.min(count, KEPT);
            kept = new byte[size];
            for (int i = 0; i < size; i++) {
                kept[i] = ring[(int) ((count - size + i) % KEPT)];
            }
        }
        return Words.end(new String(kept, StandardCharsets.UTF_8));
    }
}
