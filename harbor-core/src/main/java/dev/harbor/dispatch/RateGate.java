package dev.harbor.dispatch;

import dev.harbor.policy.RateLimit;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Is the rate limit of a tool, or none. Turns are given in the order in which they are asked for. */
final class RateGate {

    /** What {@link #reserve} returns for a turn that would come too late; the machine says so with the same number. */
    static final long REFUSED = -1;

    private final @Nullable AtomicRateLimiter machine;
    private final Object lock = new Object();

    private RateGate(@Nullable AtomicRateLimiter machine) {
        this.machine = machine;
    }

    static RateGate none() {
        return new RateGate(null);
    }

    static RateGate of(String name, RateLimit limit, LongSupplier nanoTime) {
        RateLimiterConfig config = RateLimiterConfig.custom()
                .limitForPeriod(limit.attempts())
                .limitRefreshPeriod(limit.period())
                .timeoutDuration(Duration.ZERO)
                .build();
        // The constructor is the only way in that takes a nano source.
        return new RateGate(new AtomicRateLimiter(name, config, nanoTime::getAsLong));
    }

    boolean isNone() {
        return machine == null;
    }

    /** Reserves a turn and returns the nanoseconds until it comes; reserves nothing and returns {@link #REFUSED} if they are more than allowed. */
    long reserve(long longestNanos) {
        if (machine == null) {
            return 0;
        }
        synchronized (lock) {
            return machine.reservePermission(1) == 0 ? 0 : reserveLater(machine, Math.max(0, longestNanos));
        }
    }

    /** Within its timeout the machine reserves a turn that comes later. Elsewhere that is none, so that it says at once, and cheaply, if there is one now. */
    private static long reserveLater(AtomicRateLimiter machine, long longestNanos) {
        machine.changeTimeoutDuration(Duration.ofNanos(longestNanos));
        try {
            return machine.reservePermission(1);
        } finally {
            machine.changeTimeoutDuration(Duration.ZERO);
        }
    }
}
