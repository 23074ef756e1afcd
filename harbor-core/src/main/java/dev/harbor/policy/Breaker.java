package dev.harbor.policy;

import java.time.Duration;

/**
 * Sets a tool's circuit breaker: after too many failed attempts calls are refused at once, until some trial calls succeed. It watches whether the tool
 * answers, not whether the answer pleases: a permanent failure with a known outcome, such as refused arguments, counts as an answer. Attempts that were
 * cancelled, cut short by the deadline of the call, or ended by a fatal error of the virtual machine count for nothing.
 *
 * <p>Immutable.
 *
 * @param window how many of the latest attempts are looked at, 1 to 1,000
 * @param minimumAttempts how many attempts must have been made before it may open, 1 to {@code window}
 * @param failurePercent the share of failures at which it opens, above 0 and up to 100
 * @param openFor how long it refuses before it lets trial calls through, 1 ms to 365 days
 * @param trialCalls how many trial calls it lets through at once, 1 to 100
 */
public record Breaker(int window, int minimumAttempts, double failurePercent, Duration openFor, int trialCalls) {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(365);

    /** Looks at 20 attempts, opens at 50 % failures among at least 10, for 30 s, with 3 trial calls: small enough to open in a small service. */
    public static final Breaker STANDARD = new Breaker(20, 10, 50, Duration.ofSeconds(30), 3);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken; the message names it
     */
    public Breaker {
        require(window >= 1 && window <= 1000, "window must be 1 to 1000, got " + window);
        require(
                minimumAttempts >= 1 && minimumAttempts <= window,
                "minimumAttempts must be 1 to window, got " + minimumAttempts);
        require(
                failurePercent > 0 && failurePercent <= 100,
                "failurePercent must be above 0 and up to 100, got " + failurePercent);
        require(
                openFor.compareTo(SHORTEST) >= 0 && openFor.compareTo(LONGEST) <= 0,
                "openFor must be 1 ms to 365 days, got " + openFor);
        require(trialCalls >= 1 && trialCalls <= 100, "trialCalls must be 1 to 100, got " + trialCalls);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
