package dev.harbor.dispatch;

import dev.harbor.policy.BreakerState;
import org.jspecify.annotations.Nullable;

/**
 * Is the state of a tool's policy at one moment, for operators.
 *
 * <p>Immutable.
 *
 * @param breaker the state of the breaker; null without one
 * @param seen how many of the latest attempts the breaker looks at
 * @param failing how many of those failed
 * @param running how many calls hold a place in the bulkhead; 0 without one
 */
record ShellSnapshot(@Nullable BreakerState breaker, int seen, int failing, int running) {}
