package dev.harbor.policy;

/** Is what a circuit breaker does at the moment. Immutable. */
public enum BreakerState {
    /** Attempts are let through. */
    CLOSED,
    /** Some attempts are let through, on trial. */
    HALF_OPEN,
    /** Attempts are refused. */
    OPEN
}
