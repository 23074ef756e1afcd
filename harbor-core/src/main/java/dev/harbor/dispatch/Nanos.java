package dev.harbor.dispatch;

import java.time.Duration;

/** Counts with times of a nano source, of which {@link Long#MAX_VALUE} is never. */
final class Nanos {

    /** About a century: whatever is longer never ends, and no sum with a time of the nano source overflows. */
    private static final long LONGEST = Duration.ofDays(36_500).toNanos();

    private Nanos() {}

    /** Returns a duration in nanoseconds, {@link Long#MAX_VALUE} for one of a century or more. */
    static long of(Duration duration) {
        return duration.toSeconds() >= LONGEST / 1_000_000_000 ? Long.MAX_VALUE : duration.toNanos();
    }

    /** Returns the time after a number of nanoseconds. */
    static long after(long now, long nanos) {
        return nanos == Long.MAX_VALUE ? Long.MAX_VALUE : now + nanos;
    }

    /** Returns the sooner of two times; they are compared from a third, since times may overflow. */
    static long sooner(long now, long one, long other) {
        return until(now, one) <= until(now, other) ? one : other;
    }

    /** Returns the nanoseconds until a time, {@link Long#MAX_VALUE} until never. */
    static long until(long now, long time) {
        return time == Long.MAX_VALUE ? Long.MAX_VALUE : time - now;
    }
}
