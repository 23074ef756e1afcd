package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.policy.Cancellation;
import dev.harbor.run.RunState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;

/** Keeps the child runs of a run: same identity, same planner, same budget, same stream, a trajectory of their own. */
final class ChildRuns {

    static final int MAX_DEPTH = 4;

    private final RunDrive parent;
    private final int depth;
    private final Map<String, Child> children = new LinkedHashMap<>();

    /** Is a child that was started. */
    private record Child(CompletableFuture<RunResult> result, Cancellation cancellation) {}

    ChildRuns(RunDrive parent, int depth) {
        this.parent = parent;
        this.depth = depth;
    }

    Observation spawn(Decision.SpawnTask decision) {
        String id = parent.runId() + "." + (children.size() + 1);
        if (depth >= MAX_DEPTH) {
            return Observations.failed(
                    id, "", ErrorCode.BUDGET_EXHAUSTED, "child runs are nested at most " + MAX_DEPTH + " deep");
        }
        Cancellation cancellation = parent.cancellation().child();
        RunRequest request = parent.request().child(decision.goal(), decision.input());
        RunDrive drive = new RunDrive(
                parent.parts(),
                parent.identity(),
                id,
                request,
                parent.budget(),
                parent.stream(),
                cancellation,
                depth + 1);
        try {
            children.put(
                    id,
                    new Child(
                            CompletableFuture.supplyAsync(
                                    drive::drive, parent.parts().drivers()),
                            cancellation));
        } catch (RejectedExecutionException e) {
            return Observations.failed(id, "", ErrorCode.OVERLOADED, "no thread is free to drive a child run");
        }
        return new Observation(id, "", "spawned", Json.of(Map.of("task_id", id)));
    }

    Observation await(String taskId) {
        Child child = children.get(taskId);
        if (child == null) {
            return Observations.failed(
                    taskId, "", ErrorCode.ILLEGAL_RUN_STATE, "no such task; spawned were " + children.keySet());
        }
        try {
            return observe(taskId, child.result().get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            parent.cancellation().cancel("interrupted");
            return Observations.failed(taskId, "", ErrorCode.CANCELLED, "waiting for the task was interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a drive does not throw", e);
        }
    }

    private static Observation observe(String taskId, RunResult result) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("task_id", taskId);
        members.put("state", result.state().wireName());
        members.put("reason", result.reason());
        members.put("result", result.result());
        return new Observation(taskId, "", result.isSuccess() ? "succeeded" : "failed", Json.of(members));
    }

    /** Ends the children that still run, and waits for them. */
    void cancelAll() {
        children.values().forEach(child -> child.cancellation().cancel("the parent run has ended"));
        children.values().forEach(child -> child.result().join());
    }

    /** Appends the end of the run; only that of the root run is the end of the stream. */
    void recordEnd(Map<String, Object> data, RunState state) {
        if (depth == 0) {
            parent.stream().append("run.ended", data, state);
            parent.stream().release();
        } else {
            parent.stream().append("run.ended", data);
        }
    }
}
