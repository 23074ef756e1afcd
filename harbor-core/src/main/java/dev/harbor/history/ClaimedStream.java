package dev.harbor.history;

import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
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
