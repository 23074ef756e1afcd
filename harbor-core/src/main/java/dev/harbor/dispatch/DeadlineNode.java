package dev.harbor.dispatch;

import dev.harbor.policy.Cancellation;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Is the right to interrupt one thread during one attempt: armed, firing, fired; or retired, after which nobody interrupts for it any more. Whoever moves
 * it from armed to firing interrupts, once; its owner waits out a firing before it goes on.
 *
 * <p>The attempt's cancellation is made when somebody asks for it, since most tools never do. Who makes it looks at the state after it is there, and who
 * fires or retires looks for it after the state has changed, so that one of the two sees the other.
 */
class DeadlineNode {

    private static final int ARMED = 0;
    private static final int FIRING = 1;
    private static final int FIRED = 2;
    private static final int RETIRED = 3;

    private static final int SPINS = 100;
    private static final long PAUSE_NANOS = 1000;

    private static final String OVER = "its time is over";

    private static final AtomicIntegerFieldUpdater<DeadlineNode> STATE =
            AtomicIntegerFieldUpdater.newUpdater(DeadlineNode.class, "state");
    private static final AtomicReferenceFieldUpdater<DeadlineNode, @Nullable Cancellation> ATTEMPT =
            AtomicReferenceFieldUpdater.newUpdater(DeadlineNode.class, Cancellation.class, "attempt");

    private final Thread thread;
    private final long limitNanos;
    private final Cancellation call;

    private volatile @Nullable Cancellation attempt;
    private volatile int state = ARMED;
    private Ending ending = Ending.ANSWERED;
    private @Nullable AtomicReferenceArray<@Nullable DeadlineNode> cells;
    private int cell;

    /**
     * Creates an armed node.
     *
     * @param attempt the attempt's cancellation, a child of the call's; null to make it when it is asked for
     */
    DeadlineNode(Thread thread, long limitNanos, Cancellation call, @Nullable Cancellation attempt) {
        this.thread = thread;
        this.limitNanos = limitNanos;
        this.call = call;
        this.attempt = attempt;
    }

    Thread thread() {
        return thread;
    }

    /** Fires if the time is over or the call was cancelled. */
    void fireIfDue(long nowNanos) {
        if (call.isCancelled()) {
            fire(Ending.CANCELLED, String.valueOf(call.reason()));
        } else if (limitNanos != Long.MAX_VALUE && nowNanos - limitNanos >= 0) {
            fire(Ending.TIME_OVER, OVER);
        }
    }

    /** Interrupts the thread, unless that was done or the attempt has ended. */
    void fire(Ending why, String reason) {
        if (!STATE.compareAndSet(this, ARMED, FIRING)) {
            return;
        }
        ending = why;
        try {
            Cancellation made = attempt;
            if (made != null) {
                made.cancel(reason, OffThread::run);
            }
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

    /** Returns what ends with the attempt. After its end that is one that has ended as well. */
    Cancellation cancellation() {
        Cancellation made = attempt;
        if (made == null && ATTEMPT.compareAndSet(this, null, call.child())) {
            made = attempted();
            catchUp(made);
        }
        return made != null ? made : attempted();
    }

    private Cancellation attempted() {
        return Objects.requireNonNull(attempt);
    }

    private void catchUp(Cancellation made) {
        if (isFired()) {
            made.cancel(ending == Ending.TIME_OVER ? OVER : String.valueOf(call.reason()), OffThread::run);
        } else if (state == RETIRED) {
            made.detach();
        }
    }

    /** Takes the attempt's cancellation off that of the call, on the owner's thread and after it has retired. */
    void detach() {
        Cancellation made = attempt;
        if (made != null) {
            made.detach();
        }
    }

    /** Remembers where it hangs. */
    void hang(AtomicReferenceArray<@Nullable DeadlineNode> in, int at) {
        cells = in;
        cell = at;
    }
}
