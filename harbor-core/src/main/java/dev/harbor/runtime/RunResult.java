package dev.harbor.runtime;

import dev.harbor.artifact.Evidence;
import dev.harbor.json.Json;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.RunState;
import java.util.List;
import java.util.Objects;

/**
 * Says how a drive of a run ended.
 *
 * <p>Immutable.
 *
 * @param runId the run
 * @param state the state it is in now; never {@link RunState#QUEUED} or {@link RunState#RUNNING}
 * @param reason why, as a stable code such as {@code goal}, {@code cancelled}, {@code tool_budget_exhausted} or {@code unknown_write_outcome}
 * @param result what it came to; JSON null when it came to nothing
 * @param trajectory what it did
 * @param evidence the claims that its tools were granted
 * @param usage what it used
 */
public record RunResult(
        String runId,
        RunState state,
        String reason,
        Json result,
        Trajectory trajectory,
        List<Evidence> evidence,
        RunUsage usage) {

    /** Copies the list. */
    public RunResult {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(trajectory, "trajectory");
        evidence = List.copyOf(evidence);
        Objects.requireNonNull(usage, "usage");
    }

    /** Tells whether the run reached its goal. */
    public boolean isSuccess() {
        return state == RunState.SUCCEEDED;
    }
}
