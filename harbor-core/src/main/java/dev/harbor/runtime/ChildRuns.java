package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.history.Observations;
import dev.harbor.history.Records;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.history.StartedRun;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.run.RunState;
import dev.harbor.safety.ContextSafety;
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

    private static final String OVERLOADED = "overloaded";
    private static final String PARENT_ENDED = "the parent run has ended";

    private final RunDrive parent;
    private final Map<String, Child> children = new LinkedHashMap<>();

    /** Is a child that is driven. */
    private record Child(CompletableFuture<RunResult> result, RunSignals signals) {}

    ChildRuns(RunDrive parent) {
        this.parent = parent;
    }

    /** Goes on with the children that had not ended when the run was left. When no thread is free for one, the run is left again. */
    void restore() {
        for (StartedRun child : parent.stream().read(this::unfinished)) {
            if (!start(child, RunDrive::driveOn)) {
                parent.signals().leave();
                parent.end(RunState.RUNNING, OVERLOADED, Json.NULL);
                return;
            }
        }
    }

    private List<StartedRun> unfinished(RunHistory history) {
        return history.childrenOf(parent.runId()).stream()
                .filter(child -> child.state() == RunState.RUNNING || waitsForParent(child))
                .map(RunFold::started)
                .toList();
    }

    /** A child that waits for a person goes on when it hears from one; one that waited because its parent did goes on with it. */
    private static boolean waitsForParent(RunFold child) {
        return child.state() == RunState.WAITING
                && (child.reason().equals(RunHandle.PAUSED)
                        || child.reason().equals(ErrorCode.UNKNOWN_WRITE_OUTCOME.value()));
    }

    /** Spawns a child: it begins, and the parent knows, in one append. */
    void spawn(Decision.SpawnTask decision) {
        String id = parent.runId() + "." + (parent.read(RunFold::children) + 1);
        String refusal = refusal();
        if (refusal != null) {
            parent.append(observed(Observations.failed(id, "", ErrorCode.BUDGET_EXHAUSTED, refusal)));
            return;
        }
        StartedRun child = parent.started().child(id, decision.goal(), visible(decision.input()));
        begin(child, new Observation(id, "", "spawned", Json.of(Map.of("task_id", id))));
        if (!start(child, RunDrive::drive)) {
            parent.append(Records.ended(id, RunState.FAILED, OVERLOADED, Json.NULL));
        }
    }

    /** Reserves a child run; returns why there may not be one more, or null. */
    private @Nullable String refusal() {
        if (parent.started().depth() >= Decision.MAX_CHILD_DEPTH) {
            return "child runs are nested at most " + Decision.MAX_CHILD_DEPTH + " deep";
        }
        return parent.budget().reserveChildRun()
                ? null
                : "the run and its child runs spawn at most "
                        + parent.started().limits().maxChildRuns() + " child runs";
    }

    private void begin(StartedRun child, Observation seen) {
        try {
            parent.append(Records.started(child), observed(seen));
        } catch (StoreException e) {
            parent.budget().returnChildRun();
            throw e;
        }
    }

    private Records.Draft observed(Observation seen) {
        return Records.observed(parent.runId(), List.of(seen));
    }

    private Json visible(Json input) {
        ContextSafety safety = parent.parts().safety();
        return safety.settle(input, parent.scope(), "run.input", safety.thresholdBytes())
                .visible();
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
                                    () -> how.apply(drive), parent.parts().carryingDrivers()),
                            signals));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Returns what became of a child, or null when the drive ends because the child has not ended. */
    @Nullable
    Observation await(String taskId) {
        Child child = children.get(taskId);
        if (child != null && !hasEnded(child)) {
            parent.end(RunState.CANCELLED, RunHandle.CANCELLED, Json.NULL);
            return null;
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
        if (!fold.state().isTerminal()) {
            if (wasAnswered(child) && start(fold.started(), RunDrive::driveOn)) {
                return await(taskId);
            }
            parent.end(RunState.RUNNING, reasonOf(child), Json.NULL);
            return null;
        }
        return observe(taskId, fold);
    }

    /** A child that waited for a person, and was answered while its parent was driven, goes on when the parent needs it. */
    private boolean wasAnswered(@Nullable Child child) {
        return child != null
                && child.result().join().state() == RunState.WAITING
                && !parent.signals().isLeaving();
    }

    /** A child that was left, or whose end is not on record, goes on together with its parent. */
    private static String reasonOf(@Nullable Child child) {
        return child == null ? "left" : child.result().join().reason();
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
     * Stops the children that still run, and waits for them. Of a run that waits they wait as well, before their next decision, and go on with it; with a run
     * that is left they are left; of a run that has ended they are cancelled.
     */
    void stop(RunState parentState) {
        children.values().forEach(child -> stop(child.signals(), parentState));
        children.values().forEach(child -> child.result().join());
    }

    private static void stop(RunSignals child, RunState parentState) {
        switch (parentState) {
            case WAITING -> child.pause("the parent run waits");
            case RUNNING -> child.leave();
            default -> child.cancellation().cancel(PARENT_ENDED);
        }
    }

    /** Returns the records that end the runs below which have not ended and are not driven any more. */
    List<Records.Draft> endings() {
        return parent.stream()
                .read(history -> history.below(parent.runId()).stream()
                        .filter(run -> !run.state().isTerminal())
                        .map(run -> Records.ended(
                                run.started().runId(), RunState.CANCELLED, RunHandle.CANCELLED, Json.of(PARENT_ENDED)))
                        .toList());
    }

    /** Lets go of the stream when the run that ends is the one that it is of. */
    void releaseIfRoot() {
        if (parent.started().depth() == 0) {
            parent.stream().release();
        }
    }
}
