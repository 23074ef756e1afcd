package dev.harbor.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * Is the state of a tool's policy at one moment, for operators.
 *
 * <p>Immutable.
 *
 * @param breaker the state of the breaker
 * @param seen how many of the latest attempts the breaker looks at
 * @param failing how many of those failed
 * @param running how many calls hold a place in the bulkhead; 0 without one
 */
record ShellSnapshot(BreakerState breaker, int seen, int failing, int running) {

    /** The states of a breaker. */
    enum BreakerState {
        /** The tool has no breaker. */
        NONE,
        /** Attempts are let through. */
        CLOSED,
        /** Attempts are refused. */
        OPEN,
        /** Some trial attempts are let through. */
        HALF_OPEN;

        /** Returns the state as callers know it, or null for no breaker. */
        dev.harbor.policy.@Nullable BreakerState known() {
            return this == NONE ? null : dev.harbor.policy.BreakerState.valueOf(name());
        }
    }
}
