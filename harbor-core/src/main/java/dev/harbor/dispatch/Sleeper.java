package dev.harbor.dispatch;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Is the only way in which a caller waits: for a backoff, for its turn, for a worker. It gives up the thread until a time has come, and returns early
 * when the thread is unparked or interrupted, or for no reason; who waits looks again.
 */
@FunctionalInterface
interface Sleeper {

    /**
     * Waits.
     *
     * @param untilNanos a time of the nano source, or {@link Long#MAX_VALUE} for no limit
     */
    void park(long untilNanos);

    /** Returns a sleeper over a nano source. One that is driven by hand is looked at every 10 ms, since it may jump. */
    static Sleeper of(LongSupplier nanoTime) {
        long longest = nanoTime == ShellServices.SYSTEM_NANOS ? Long.MAX_VALUE : 10_000_000;
        return until -> {
            long left = until == Long.MAX_VALUE ? Long.MAX_VALUE : until - nanoTime.getAsLong();
            if (left > 0) {
                LockSupport.parkNanos(nanoTime, Math.min(left, longest));
            }
        };
    }
}
