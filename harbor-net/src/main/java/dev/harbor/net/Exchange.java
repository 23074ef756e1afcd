package dev.harbor.net;

import dev.harbor.policy.Cancellation;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Is one request on its way: what it waits for, until when, and what frees it. One thread at a time moves it on; any thread
 * may end it, once, which runs what frees the waiting one. Thread-safe in that sense.
 */
final class Exchange {

    private final Watch watch;
    private final NetTimeouts timeouts;
    private volatile long endNanos;
    private final Outbound.Name subject;

    /** What frees whoever waits, or {@link Mark#OVER}, or an {@link Ending}; the last two stay. */
    private final AtomicReference<Object> state = new AtomicReference<>(Mark.NOTHING);

    private volatile long deadlineNanos;
    private volatile Step step = Step.WHOLE;
    private volatile Delivery delivery = Delivery.NOT_SENT;
    private volatile int status;
    private volatile @Nullable Duration retryAfter;
    private volatile Cancellation.Registration cancelling = () -> {};

    private Exchange(Watch watch, NetTimeouts timeouts, long endNanos, Outbound.Name subject) {
        this.watch = watch;
        this.timeouts = timeouts;
        this.endNanos = endNanos;
        this.subject = subject;
        deadlineNanos = endNanos;
    }

    /** Begins an exchange, which ends at the latest when its time is over, it is cancelled, or the watch is closed. */
    static Exchange begin(
            Watch watch, NetTimeouts timeouts, long endNanos, Outbound.Name subject, Cancellation cancellation) {
        Exchange exchange = new Exchange(watch, timeouts, endNanos, subject);
        watch.add(exchange);
        exchange.cancelling = cancellation.onCancel(
                () -> exchange.end(new Ending(NetFailure.CANCELLED, "the request was cancelled")));
        if (exchange.isOver()) {
            exchange.retire();
        }
        return exchange;
    }

    /**
     * Begins to wait for something.
     *
     * @param freeing frees this thread from waiting and lets go of what the exchange holds; may run more than once
     * @throws NetException if the exchange was ended, or the thread is interrupted; it was freed then
     */
    void enter(Step next, Runnable freeing) {
        step = next;
        until(next);
        Object before = state.get();
        if (before instanceof Ending || before == Mark.OVER || !state.compareAndSet(before, freeing)) {
            freeing.run();
            throw failure(NetFailure.CLOSED, "the request has ended", null);
        }
        refuseInterrupted();
    }

    /** Begins to wait for bytes of the body. */
    void beginRead() {
        if (!(state.get() instanceof Runnable) || Thread.currentThread().isInterrupted()) {
            throw broken(null);
        }
        step = Step.BODY;
        until(Step.BODY);
    }

    /** Ends to wait for bytes: time in which nobody reads counts for the whole only. */
    void endRead() {
        deadlineNanos = endNanos;
        step = Step.WHOLE;
    }

    /** Lets the exchange end sooner than it would. */
    void hurry(long mostNanos) {
        long limit = System.nanoTime() + mostNanos;
        if (limit - endNanos < 0) {
            endNanos = limit;
            deadlineNanos = limit;
            watch.heed(limit);
        }
    }

    private void until(Step next) {
        long limit = System.nanoTime() + timeouts.nanos(next);
        deadlineNanos = limit - endNanos < 0 ? limit : endNanos;
        watch.heed(deadlineNanos);
    }

    private void refuseInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw broken(null);
        }
    }

    /** Says that from now on bytes of the request may have left. */
    void sending() {
        delivery = Delivery.IN_DOUBT;
    }

    /** Says that the other side has answered. */
    void answered(int withStatus, @Nullable Duration askedToWait) {
        status = withStatus;
        retryAfter = askedToWait;
        delivery = Delivery.ANSWERED;
    }

    /** Ends the exchange from outside, unless it is over. Returns whether this call did. */
    boolean end(Ending why) {
        Object before = state.get();
        while (before instanceof Runnable && before != Mark.OVER) {
            if (state.compareAndSet(before, why)) {
                retire();
                ((Runnable) before).run();
                return true;
            }
            before = state.get();
        }
        return false;
    }

    /** Ends the exchange well. Returns false if it was ended from outside before, so that what it holds must not be used again. */
    boolean finish() {
        Object before = state.get();
        boolean well = before instanceof Runnable && state.compareAndSet(before, Mark.OVER);
        retire();
        return well;
    }

    private void retire() {
        watch.remove(this);
        cancelling.close();
    }

    boolean isOver() {
        return !(state.get() instanceof Runnable freeing) || freeing == Mark.OVER;
    }

    /** Ends the exchange if its time is over, and returns until when it has time otherwise. */
    long check(long nowNanos) {
        long deadline = deadlineNanos;
        if (deadline - nowNanos <= 0) {
            end(Ending.late(deadline == endNanos ? Step.WHOLE : step));
        }
        return deadline;
    }

    /** Ends the exchange and returns the failure to throw for what has broken: what ended it from outside explains it better than its symptom. */
    NetException broken(@Nullable Throwable symptom) {
        return failure(NetFailure.BROKEN, "the connection broke", symptom);
    }

    /** Ends the exchange and returns the failure to throw. */
    NetException failure(NetFailure failure, String what, @Nullable Throwable cause) {
        boolean interrupted = Thread.currentThread().isInterrupted();
        end(
                interrupted
                        ? new Ending(NetFailure.CANCELLED, "the calling thread was interrupted")
                        : new Ending(failure, what));
        Ending why = state.get() instanceof Ending ending ? ending : new Ending(failure, what);
        return new NetException(why.failure(), delivery, status, retryAfter, why.what() + " (" + subject + ')', cause);
    }

    /** Stands where there is nothing to free. */
    private enum Mark implements Runnable {
        NOTHING,
        OVER;

        @Override
        public void run() {
            // There is nothing to free.
        }
    }
}
