package dev.harbor.journal;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes that a journal in memory holds. Thread-safe. */
final class Room {

    private final long maxBytes;
    private final AtomicLong used = new AtomicLong();

    Room(long maxBytes) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes must be 1 or more, got " + maxBytes);
        }
        this.maxBytes = maxBytes;
    }

    /** Takes all of it or throws. */
    void take(long bytes) {
        long after = used.addAndGet(bytes);
        if (after > maxBytes) {
            used.addAndGet(-bytes);
            throw new StoreException(
                    ErrorCode.QUOTA_EXCEEDED,
                    "the journal in memory may hold " + maxBytes + " bytes and has " + (after - bytes)
                            + "; no room for " + bytes + " more. Delete streams that have ended or raise the limit");
        }
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }
}
