package dev.harbor.history;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the claim of a stream and what its records come to. Who takes the claim over fences this one. Thread-safe.
 *
 * @param <H> what the records come to; guarded by the lock
 */
abstract class ClaimedStream<H> implements Leased {

    private static final Logger LOG = LoggerFactory.getLogger(ClaimedStream.class);

    final ReentrantLock lock = new ReentrantLock();
    final Journal journal;
    final H history;
    private Claim claim;
    private boolean released;
    private @Nullable StoreException doubt;

    ClaimedStream(Journal journal, H history, Claim claim) {
        this.journal = journal;
        this.history = history;
        this.claim = claim;
    }

    /** Returns the claim; only for who has the lock. */
    final Claim claim() {
        return claim;
    }

    /** Tells whether the claim was given up; only for who has the lock. */
    final boolean isReleased() {
        return released;
    }

    /**
     * Appends to the journal; only for who has the lock. Once nobody knows what an append did, nobody here knows what is on record, and the next one would take its own
     * records for another's.
     */
    final void commit(long sequence, List<JournalEntry> entries, StreamHead head) {
        try {
            journal.append(claim, sequence, entries, head);
        } catch (StoreException e) {
            if (e.code().equals(ErrorCode.UNKNOWN_WRITE_OUTCOME)) {
                doubt = e;
            }
            throw e;
        }
    }

    /**
     * Checks that it is known what is on record; only for who has the lock.
     *
     * @throws StoreException with {@link ErrorCode#UNKNOWN_WRITE_OUTCOME} if it isn't
     */
    final void requireKnown() {
        if (doubt != null) {
            throw new StoreException(
                    ErrorCode.UNKNOWN_WRITE_OUTCOME,
                    this + " takes no records here any more: nobody knows what an append before did; open it again",
                    doubt);
        }
    }

    /** Reads what the records come to. Nobody appends meanwhile. */
    public final <T> T read(Function<H, T> question) {
        lock.lock();
        try {
            return question.apply(history);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Extends the claim, so that nobody takes the stream for left that is being worked on.
     *
     * @throws StoreException if somebody else has taken the stream, or the journal fails
     */
    @Override
    public final void renew() {
        lock.lock();
        try {
            if (!released) {
                claim = journal.renew(claim, RunStream.LEASE);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives the claim up; nothing can be appended any more. A claim that the journal does not take back runs out. May be called more than once. */
    public final void release() {
        lock.lock();
        try {
            if (!released) {
                released = true;
                journal.release(claim);
            }
        } catch (StoreException e) {
            LOG.warn("the claim of {} could not be given up, others have to wait for it to run out", this, e);
        } finally {
            lock.unlock();
        }
    }
}
