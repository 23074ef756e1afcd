package dev.harbor.dispatch;

import dev.harbor.policy.Cancellation;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Is the right to interrupt one thread during one attempt: armed, firing, fired; or retired, after which nobody interrupts for it any more. Whoever moves
 * it from armed to firing interrupts, once; its owner waits out a firing before it goes on.
 */
class DeadlineNode {

    private static final int ARMED = 0;
    private static final int FIRING = 1;
    private static final int FIRED = 2;
    private static final int RETIRED = 3;

    private static final int SPINS = 100;
    private static final long PAUSE_NANOS = 1000;

    private static final AtomicIntegerFieldUpdater<DeadlineNode> STATE =
            AtomicIntegerFieldUpdater.newUpdater(DeadlineNode.class, "state");

    private final Thread thread;
    private final long limitNanos;
    private final Cancellation call;
    private final Cancellation attempt;

    private volatile int state = ARMED;
    private Ending ending = Ending.ANSWERED;
    private @Nullable AtomicReferenceArray<@Nullable DeadlineNode> cells;
    private int cell;

    DeadlineNode(Thread thread, long limitNanos, Cancellation call, Cancellation attempt) {
        this.thread = thread;
        this.limitNanos = limitNanos;
        this.call = call;
        this.attempt = attempt;
    }

    Thread thread() {
        return thread;
    }

    Cancellation attempt() {
        return attempt;
    }

    /** Fires if the time is over or the call was cancelled. */
    void fireIfDue(long nowNanos) {
        if (call.isCancelled()) {
            fire(Ending.CANCELLED, String.valueOf(call.reason()));
        } else if (limitNanos != Long.MAX_VALUE && nowNanos - limitNanos >= 0) {
            fire(Ending.TIME_OVER, "its time is over");
        }
    }

    /** Interrupts the thread, unless that was done or the attempt has ended. */
    void fire(Ending why, String reason) {
        if (!STATE.compareAndSet(this, ARMED, FIRING)) {
            return;
        }
        ending = why;
        try {
            attempt.cancel(reason, OffThread::run);
        } finally {
            thread.interrupt();
            state = FIRED;
        }
    }

    /** Ends the right to interrupt; on return nobody is about to. Returns whether the thread was interrupted. */
    boolean retire() {
        boolean fired = !STATE.compareAndSet(this, ARMED, RETIRED) && isFired();
        if (cells != null) {
            cells.lazySet(cell, null);
        }
        return fired;
    }

    /** Tells whether the thread was interrupted, and waits for who is about to. */
    boolean isFired() {
        for (int spins = 0; state == FIRING; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        return state == FIRED;
    }

    /** Returns what it fired for, {@link Ending#ANSWERED} if it did not; known to the owner after it has retired. */
    Ending fired() {
        return ending;
    }

    /** Tells whether the tool ended by an interrupt that did not come from here. */
    boolean isInterruptedByOthers(@Nullable Throwable thrown) {
        return thrown instanceof InterruptedException && ending == Ending.ANSWERED;
    }

    Cancellation cancellation() {
        return attempt;
    }

    /** Remembers where it hangs. */
    void hang(AtomicReferenceArray<@Nullable DeadlineNode> in, int at) {
        cells = in;
        cell = at;
    }
}
