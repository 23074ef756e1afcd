package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.history.Observations;
import dev.harbor.history.Records;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.history.StartedRun;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.run.RunState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keeps the child runs of a run: same identity, same planner, same budget, same stream, a trajectory of their own. Confined to the thread that drives. */
final class ChildRuns {

    static final int MAX_DEPTH = 4;

    private final RunDrive parent;
    private final Map<String, Child> children = new LinkedHashMap<>();

    /** Is a child that is driven. */
    private record Child(CompletableFuture<RunResult> result, RunSignals signals) {}

    ChildRuns(RunDrive parent) {
        this.parent = parent;
    }

    /** Goes on with the children that had not ended when the run was left. */
    void restore() {
        for (StartedRun child : parent.stream().read(this::unfinished)) {
            if (!start(child, RunDrive::driveOn)) {
                throw new RejectedExecutionException(
                        "no thread is free to go on with child run '" + child.runId() + "'");
            }
        }
    }

    private List<StartedRun> unfinished(RunHistory history) {
        return history.childrenOf(parent.runId()).stream()
                .filter(child -> !child.state().isTerminal())
                .map(RunFold::started)
                .toList();
    }

    Observation spawn(Decision.SpawnTask decision) {
        String id = parent.runId() + "." + (parent.read(RunFold::children) + 1);
        if (parent.started().depth() >= MAX_DEPTH) {
            return Observations.failed(
                    id, "", ErrorCode.BUDGET_EXHAUSTED, "child runs are nested at most " + MAX_DEPTH + " deep");
        }
        Json input = parent.parts()
                .safety()
                .settle(
                        decision.input(),
                        parent.scope(),
                        "run.input",
                        parent.parts().safety().thresholdBytes())
                .visible();
        StartedRun child = parent.started().child(id, decision.goal(), input);
        parent.append(Records.started(child));
        if (!start(child, RunDrive::drive)) {
            parent.append(Records.ended(id, RunState.FAILED, "overloaded", Json.NULL));
            return Observations.failed(id, "", ErrorCode.OVERLOADED, "no thread is free to drive a child run");
        }
        return new Observation(id, "", "spawned", Json.of(Map.of("task_id", id)));
    }

    private boolean start(StartedRun child, Function<RunDrive, RunResult> how) {
        RunSignals signals = parent.signals().child();
        RunDrive drive =
                new RunDrive(parent.parts(), parent.stream(), child, parent.planner(), null, parent.budget(), signals);
        try {
            children.put(
                    child.runId(),
                    new Child(
                            CompletableFuture.supplyAsync(
                                    () -> how.apply(drive), parent.parts().drivers()),
                            signals));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Returns what became of a child, or null when the run has to wait because the child does. */
    @Nullable
    Observation await(String taskId) {
        Child child = children.get(taskId);
        if (child != null && !hasEnded(child)) {
            return Observations.failed(taskId, "", ErrorCode.CANCELLED, "waiting for the task was interrupted");
        }
        RunFold fold = parent.stream()
                .read(history -> history.run(taskId)
                        .filter(run -> parent.runId().equals(run.started().parentId()))
                        .orElse(null));
        if (fold == null) {
            return Observations.failed(taskId, "", ErrorCode.ILLEGAL_RUN_STATE, "this run has no such task");
        }
        if (fold.state() == RunState.WAITING) {
            parent.end(RunState.WAITING, fold.reason(), fold.result());
            return null;
        }
        return observe(taskId, fold);
    }

    private boolean hasEnded(Child child) {
        try {
            child.result().get();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            parent.cancellation().cancel("interrupted");
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a drive does not throw", e);
        }
    }

    private static Observation observe(String taskId, RunFold child) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("task_id", taskId);
        members.put("state", child.state().wireName());
        members.put("reason", child.reason());
        members.put("result", child.result());
        boolean succeeded = child.state() == RunState.SUCCEEDED;
        return new Observation(taskId, "", succeeded ? "succeeded" : "failed", Json.of(members));
    }

    /**
     * Stops the children that still run, and waits for them. Of a run that waits they wait as well, before their next decision, and go on with it; of a run that
     * has ended they are cancelled.
     */
    void stop(RunState parentState) {
        children.values().forEach(child -> {
            if (parentState == RunState.WAITING) {
                child.signals().pause("the parent run waits");
            } else {
                child.signals().cancellation().cancel("the parent run has ended");
            }
        });
        children.values().forEach(child -> child.result().join());
    }

    /** Lets go of the stream when the run that ends is the one that it is of. */
    void releaseIfRoot() {
        if (parent.started().depth() == 0) {
            parent.stream().release();
        }
    }
}
