package dev.harbor.dispatch;

import dev.harbor.policy.RateLimit;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Is the rate limit of a tool, or none. Turns are given in the order in which they are asked for. */
final class RateGate {

    /** What {@link #reserve} returns for a turn that would come too late; the machine says so with the same number. */
    static final long REFUSED = -1;

    private final @Nullable AtomicRateLimiter machine;
    private final Object lock = new Object();
    /** What the machine reads as the time, so that it does not look at the clock again. Only with the lock. */
    private long latest;

    private RateGate() {
        this.machine = null;
    }

    private RateGate(String name, RateLimit limit, long nowNanos) {
        RateLimiterConfig config = RateLimiterConfig.custom()
                .limitForPeriod(limit.attempts())
                .limitRefreshPeriod(limit.period())
                .timeoutDuration(Duration.ZERO)
                .build();
        this.latest = nowNanos;
        // The constructor is the only way in that takes a nano source.
        this.machine = new AtomicRateLimiter(name, config, () -> latest);
    }

    static RateGate none() {
        return new RateGate();
    }

    static RateGate of(String name, RateLimit limit, long nowNanos) {
        return new RateGate(name, limit, nowNanos);
    }

    /** Reserves a turn and returns the nanoseconds until it comes; reserves nothing and returns {@link #REFUSED} if they are more than allowed. */
    long reserve(long nowNanos, long longestNanos) {
        if (machine == null) {
            return 0;
        }
        synchronized (lock) {
            // Who read the clock first may come here second, and the machine's time may not go back.
            latest = Math.max(nowNanos - latest, 0) + latest;
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
