package dev.harbor.plan;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import java.util.List;
import java.util.Objects;

/** Is what a planner wants next. There are six arms and no "nothing". Immutable. */
public sealed interface Decision {

    /** The most calls that one decision may ask for. */
    int MAX_PARALLEL_CALLS = 50;

    /** The most runs that may be above a child run. */
    int MAX_CHILD_DEPTH = 4;

    /** Calls the method of the visitor that belongs to this arm. */
    <R> R accept(Visitor<R> visitor);

    /**
     * Wants one call.
     *
     * @param call the call
     */
    record CallTool(ToolRequest call) implements Decision {

        /** Checks that it is there. */
        public CallTool {
            Objects.requireNonNull(call, "call");
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.callTool(this);
        }
    }

    /**
     * Wants several calls at once. Reads run in parallel, writes keep their order, and outcomes come back in the order of the calls.
     *
     * @param calls the calls, 1 to {@value Decision#MAX_PARALLEL_CALLS}
     * @param join when they are done
     */
    record CallParallel(List<ToolRequest> calls, JoinPolicy join) implements Decision {

        /**
         * Copies the list and checks the bounds.
         *
         * @throws IllegalArgumentException if there is no call, there are too many, or more successes are wanted than there are calls
         */
        public CallParallel {
            calls = List.copyOf(calls);
            Objects.requireNonNull(join, "join");
            if (calls.isEmpty() || calls.size() > MAX_PARALLEL_CALLS) {
                throw new IllegalArgumentException(
                        "parallel calls are 1 to " + MAX_PARALLEL_CALLS + ", got " + calls.size());
            }
            if (join.count() > calls.size()) {
                throw new IllegalArgumentException(
                        "can't wait for " + join.count() + " successes of " + calls.size() + " calls");
            }
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.callParallel(this);
        }
    }

    /**
     * Wants a child run with a goal of its own. The planner goes on and may await it. Child runs are at most {@value Decision#MAX_CHILD_DEPTH} deep, and at most as
     * many as the run may spawn ({@code BudgetLimits.maxChildRuns}); one beyond is an observation {@code failed} with {@code BUDGET_EXHAUSTED}.
     *
     * @param goal what the child is to do
     * @param input what it gets
     */
    record SpawnTask(String goal, Json input) implements Decision {

        /**
         * Checks that a goal is there.
         *
         * @throws IllegalArgumentException if the goal is blank
         */
        public SpawnTask {
            Objects.requireNonNull(input, "input");
            if (goal.isBlank()) {
                throw new IllegalArgumentException("a task needs a goal");
            }
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.spawnTask(this);
        }
    }

    /**
     * Wants to wait for a child run.
     *
     * @param taskId which, as the observation of its spawning names it
     */
    record AwaitTask(String taskId) implements Decision {

        /** Checks that it is there. */
        public AwaitTask {
            Objects.requireNonNull(taskId, "taskId");
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.awaitTask(this);
        }
    }

    /**
     * Wants the run to wait for a person or an outside event.
     *
     * @param reason what it waits for
     * @param message what a person is asked
     * @param payload what a person needs to decide
     */
    record RequestPause(PauseReason reason, String message, Json payload) implements Decision {

        /** Checks that nothing is missing. */
        public RequestPause {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(payload, "payload");
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.requestPause(this);
        }
    }

    /**
     * Wants the run to end.
     *
     * @param reason why
     * @param result what it came to
     */
    record Finish(FinishReason reason, Json result) implements Decision {

        /** Checks that nothing is missing. */
        public Finish {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(result, "result");
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.finish(this);
        }
    }

    /** Returns the decision to make one call. */
    static Decision call(String tool, Json arguments) {
        return new CallTool(ToolRequest.of(tool, arguments));
    }

    /** Returns the decision that the goal is reached. */
    static Decision finish(Json result) {
        return new Finish(FinishReason.GOAL, result);
    }

    /**
     * Has a method for every arm, so that a new arm breaks the build of who forgets it.
     *
     * @param <R> what the methods return
     */
    interface Visitor<R> {

        /** Handles one call. */
        R callTool(CallTool decision);

        /** Handles several calls. */
        R callParallel(CallParallel decision);

        /** Handles a child run. */
        R spawnTask(SpawnTask decision);

        /** Handles waiting for a child run. */
        R awaitTask(AwaitTask decision);

        /** Handles a pause. */
        R requestPause(RequestPause decision);

        /** Handles the end. */
        R finish(Finish decision);
    }
}
