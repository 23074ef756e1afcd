package dev.harbor.dispatch;

import dev.harbor.policy.RateLimit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Is the rate limit of a tool, or none. Time is cut into periods, each of which has so many turns; one that nobody takes passes unused. Turns are numbered, so
 * that the next one is all there is to remember, and are given in the order in which they are asked for. Thread-safe, without locks.
 */
final class RateGate {

    /** What {@link #reserve} returns for a turn that would come too late. */
    static final long REFUSED = -1;

    private static final RateGate NONE = new RateGate(null, 0);

    private final @Nullable RateLimit limit;
    private final long startNanos;
    private final long periodNanos;
    private final AtomicLong next = new AtomicLong();

    private RateGate(@Nullable RateLimit limit, long startNanos) {
        this.limit = limit;
        this.startNanos = startNanos;
        this.periodNanos = limit == null ? Long.MAX_VALUE : limit.period().toNanos();
    }

    static RateGate none() {
        return NONE;
    }

    static RateGate of(RateLimit limit, long nowNanos) {
        return new RateGate(limit, nowNanos);
    }

    /** Reserves a turn and returns the nanoseconds until it comes; reserves nothing and returns {@link #REFUSED} if they are more than allowed. */
    long reserve(long nowNanos, long longestNanos) {
        return limit == null ? 0 : reserve(limit.attempts(), Math.max(0, nowNanos - startNanos), longestNanos);
    }

    private long reserve(long turns, long elapsed, long longest) {
        long first = elapsed / periodNanos * turns;
        while (true) {
            long taken = next.get();
            long turn = Math.max(taken, first);
            long wait = turn < first + turns ? 0 : turn / turns * periodNanos - elapsed;
            if (wait > Math.max(0, longest)) {
                return REFUSED;
            }
            if (next.compareAndSet(taken, turn + 1)) {
                return wait;
            }
            Thread.onSpinWait();
        }
    }
}
