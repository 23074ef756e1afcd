package dev.harbor.run;

import java.time.Duration;
import java.util.Objects;

/**
 * Says what a run used.
 *
 * <p>Immutable.
 *
 * @param elapsed from its start
 * @param steps decisions
 * @param modelCalls calls of the model
 * @param toolCalls calls of tools
 * @param outputBytes bytes of results and answers
 * @param tokens tokens of the model
 * @param costMicros cost of the model in millionths of its currency
 * @param childRuns runs that it and its child runs have spawned
 */
public record RunUsage(
        Duration elapsed,
        long steps,
        long modelCalls,
        long toolCalls,
        long outputBytes,
        long tokens,
        long costMicros,
        long childRuns) {

    /** Checks that the time is there. */
    public RunUsage {
        Objects.requireNonNull(elapsed, "elapsed");
    }
}
