package dev.harbor.store.jdbc;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Is an append whose bounds are checked, on its way into a database. Whoever called waits for its end, which is told once: done, or what was thrown. Thread-safe.
 */
final class PendingAppend {

    private final Claim claim;
    private final long expectedSequence;
    private final List<JournalEntry> entries;
    private final StreamHead head;
    private final long token;
    private final LastAppends.@Nullable Last last;
    private final long bytes;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable RuntimeException failure;

    /**
     * Creates an append.
     *
     * @param token names it among all appends that there will ever be
     * @param last the append that came last to the stream as far as is known, or null
     * @throws IllegalArgumentException if a bound is broken
     */
    PendingAppend(
            Claim claim,
            long expectedSequence,
            List<JournalEntry> entries,
            StreamHead head,
            long token,
            LastAppends.@Nullable Last last) {
        this.claim = claim;
        this.expectedSequence = expectedSequence;
        this.entries = List.copyOf(entries);
        this.head = head;
        this.token = token;
        this.last = last;
        this.bytes = bytes(this.entries);
        check();
    }

    private static long bytes(List<JournalEntry> entries) {
        long bytes = 0;
        for (JournalEntry entry : entries) {
            bytes += entry.data().sizeBytes();
        }
        return bytes;
    }

    private void check() {
        require(expectedSequence >= 0, () -> "the expected sequence is 0 or more, got " + expectedSequence);
        require(
                head.stream().equals(claim.stream()),
                () -> "the claim is of stream '" + claim.stream() + "', the head of '" + head.stream() + "'");
        require(
                entries.size() <= Journal.MAX_APPEND_RECORDS,
                () -> "an append has at most " + Journal.MAX_APPEND_RECORDS + " records, got " + entries.size()
                        + " for stream '" + claim.stream() + "'");
        require(
                bytes <= Journal.MAX_APPEND_BYTES,
                () -> "an append has at most " + Journal.MAX_APPEND_BYTES + " bytes of data, got " + bytes
                        + " for stream '" + claim.stream() + "'");
    }

    private static void require(boolean holds, Supplier<String> message) {
        if (!holds) {
            throw new IllegalArgumentException(message.get());
        }
    }

    Claim claim() {
        return claim;
    }

    String stream() {
        return claim.stream();
    }

    long expectedSequence() {
        return expectedSequence;
    }

    long lastSequence() {
        return expectedSequence + entries.size();
    }

    List<JournalEntry> entries() {
        return entries;
    }

    StreamHead head() {
        return head;
    }

    long token() {
        return token;
    }

    LastAppends.@Nullable Last last() {
        return last;
    }

    long bytes() {
        return bytes;
    }

    String what() {
        return "append to stream '" + claim.stream() + "'";
    }

    /** Says that it is durable. */
    void done() {
        ended.countDown();
    }

    /** Says that it was not done, or that nobody knows. */
    void failed(RuntimeException why) {
        failure = why;
        ended.countDown();
    }

    boolean isOver() {
        return ended.getCount() == 0;
    }

    /** Waits for the end, also when interrupted, and returns the last sequence or throws what came of it. */
    long await() {
        Interrupts.putOff(this::awaitEnd);
        RuntimeException why = failure;
        if (why != null) {
            throw why;
        }
        return lastSequence();
    }

    private boolean awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                ended.await();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return true;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /** Says that the journal was closed before it was its turn. */
    void refuse() {
        failed(new StoreException(ErrorCode.CLOSED, "the journal was closed before it could " + what()));
    }
}
