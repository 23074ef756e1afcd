package dev.harbor.policy;

import java.time.Duration;

/**
 * Limits how many attempts of a tool may start in a period. An attempt waits for its turn if that comes within the call's deadline and takes no longer
 * than the attempt itself may, and is refused at once otherwise. The turn of a call that is cancelled while it waits passes unused.
 *
 * <p>Immutable.
 *
 * @param attempts how many, 1 to 1,000,000
 * @param period in which time, 1 ms to 365 days
 */
public record RateLimit(int attempts, Duration period) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken; the message names it
     */
    public RateLimit {
        if (attempts < 1 || attempts > 1_000_000) {
            throw new IllegalArgumentException("attempts must be 1 to 1000000, got " + attempts);
        }
        if (period.compareTo(Duration.ofMillis(1)) < 0 || period.compareTo(Duration.ofDays(365)) > 0) {
            throw new IllegalArgumentException("period must be 1 ms to 365 days, got " + period);
        }
    }
}
