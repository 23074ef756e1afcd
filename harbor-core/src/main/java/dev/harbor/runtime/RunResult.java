package dev.harbor.runtime;

import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.history.RunStream;
import dev.harbor.json.Json;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.RecordedEvidence;
import dev.harbor.run.RunState;
import dev.harbor.run.RunUsage;
import java.util.List;
import java.util.Objects;

/**
 * Says how a drive of a run ended.
 *
 * <p>Immutable.
 *
 * @param runId the run
 * @param state the state that is on record; {@link RunState#RUNNING} when the runtime was closed, the journal has failed or another process has taken the run
 *     over: it can go on then
 * @param reason why, as a stable code such as {@code goal}, {@code cancelled}, {@code tool_budget_exhausted}, {@code unknown_write_outcome},
 *     {@code left}, {@code persistence_failure} or {@code taken_over}
 * @param result what it came to; JSON null when it came to nothing
 * @param trajectory what it did
 * @param evidence what was claimed, observed and verified, in the order of recording
 * @param usage what it used
 * @param tokens the tokens of the pauses that this drive opened, in that order: whoever is to resolve one needs it, nobody else may see it, and it is not
 *     handed out again
 */
public record RunResult(
        String runId,
        RunState state,
        String reason,
        Json result,
        Trajectory trajectory,
        List<RecordedEvidence> evidence,
        RunUsage usage,
        List<String> tokens) {

    /** Copies the lists. */
    public RunResult {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(trajectory, "trajectory");
        evidence = List.copyOf(evidence);
        Objects.requireNonNull(usage, "usage");
        tokens = List.copyOf(tokens);
    }

    static RunResult of(
            RunStream stream,
            String runId,
            RunState state,
            String reason,
            Json result,
            RunUsage usage,
            List<String> tokens) {
        return stream.read(
                runId,
                run -> new RunResult(runId, state, reason, result, run.visible(), run.evidence(), usage, tokens));
    }

    /** Returns what is on record of a run that is not driven. */
    static RunResult of(RunHistory history, RunUsage usage) {
        RunFold run = history.root();
        return new RunResult(
                run.started().runId(),
                run.state(),
                run.reason(),
                run.result(),
                run.visible(),
                run.evidence(),
                usage,
                List.of());
    }

    /** Tells whether the run reached its goal. */
    public boolean isSuccess() {
        return state == RunState.SUCCEEDED;
    }

    /** Leaves out what only who was meant to have it should see. */
    @Override
    public String toString() {
        return "RunResult[" + runId + " is " + state.wireName() + " (" + reason + "), " + trajectory.size() + " steps, "
                + usage + "]";
    }
}
