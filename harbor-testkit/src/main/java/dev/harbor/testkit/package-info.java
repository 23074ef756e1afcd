/**
 * What it takes to test agents, tools and implementations of Harbor's interfaces: contract suites (extend one, give it your implementation, run it with
 * JUnit), planners and models that follow a script, a clock that is moved by hand, faults below the policy of a tool, and recorders of events and
 * effects.
 *
 * <p>Nothing here sleeps. What waits for another thread gives up after {@value dev.harbor.testkit.Signal#PATIENCE_SECONDS} seconds of real time with an
 * {@link AssertionError} that says what it saw, unless another limit is given.
 */
@NullMarked
package dev.harbor.testkit;

import org.jspecify.annotations.NullMarked;
