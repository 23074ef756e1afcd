package dev.harbor.policy;

import java.time.Duration;

/**
 * Says how long to wait before a retry: {@code min(base * multiplier^(n-1) + jitter, max)} before retry {@code n}, the first being 1, with the jitter
 * drawn evenly from 0 to a tenth of {@code base}. ADR 5.
 *
 * <p>Immutable.
 *
 * @param base the wait before the first retry, zero or more; zero means no wait at all
 * @param multiplier the growth from one retry to the next, 0 or more; values up to 1 mean no growth
 * @param max the longest wait, zero or more
 */
public record Backoff(Duration base, double multiplier, Duration max) {

    /** 100 ms, doubled each time, at most 30 s. */
    public static final Backoff STANDARD = new Backoff(Duration.ofMillis(100), 2.0, Duration.ofSeconds(30));

    /** No wait between attempts. */
    public static final Backoff NONE = new Backoff(Duration.ZERO, 1.0, Duration.ZERO);

    private static final double JITTER = 0.1;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a duration is negative or the multiplier is negative or not finite
     */
    public Backoff {
        if (base.isNegative() || max.isNegative()) {
            throw new IllegalArgumentException(
                    "backoff base and max must not be negative, got " + base + " and " + max);
        }
        if (!(multiplier >= 0) || Double.isInfinite(multiplier)) {
            throw new IllegalArgumentException("backoff multiplier must be finite and not negative, got " + multiplier);
        }
    }

    /** Returns the same wait before every retry. */
    public static Backoff fixed(Duration wait) {
        return new Backoff(wait, 1.0, wait);
    }

    /**
     * Returns the wait before a retry.
     *
     * @param retry which retry, 1 being the first; less than 1 gives zero
     * @param random a number from 0 (inclusive) to 1 (exclusive) that places the jitter
     */
    public Duration delay(int retry, double random) {
        if (retry < 1 || base.isZero()) {
            return Duration.ZERO;
        }
        double nanos =
                toNanos(base) * Math.pow(Math.max(1.0, multiplier), retry - 1.0) + random * JITTER * toNanos(base);
        double capped = Math.min(nanos, toNanos(max));
        return capped >= Long.MAX_VALUE ? max : Duration.ofNanos((long) capped);
    }

    private static double toNanos(Duration duration) {
        return duration.getSeconds() * 1e9 + duration.getNano();
    }
}
