package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolOutcome;
import org.jspecify.annotations.Nullable;

/** Is what a composed tool makes its calls through, during one attempt. Thread-safe. */
public interface Nodes {

    /**
     * Returns what a context has of this.
     *
     * @throws IllegalStateException if the context is not one of a runtime
     */
    static Nodes of(ToolContext context) {
        if (context instanceof Nodes nodes) {
            return nodes;
        }
        throw new IllegalStateException("a flow is called by a runtime only");
    }

    /** Makes the call of a node and waits for it, or returns what is on record of it. A node that waits, or is in doubt, is to be followed by {@link #leave}. */
    ToolOutcome<Json> call(NodeCall node);

    /** Runs work beside the caller, with the caller's context; returns false if no thread is free, and never waits for one. */
    boolean beside(Runnable work);

    /**
     * Ends the call because a node waits or is in doubt. Where a run keeps account, the call stays open on record and is made again when the node was answered.
     *
     * @return what the tool has to throw
     */
    ToolException leave(ToolOutcome<Json> why);

    /** Returns the digest of the plan that is on record of this call; null when nothing is. */
    @Nullable
    String recordedPlan();

    /** Returns the time on the runtime's nano clock. */
    long nanoTime();

    /** Returns when the attempt must have ended on that clock; {@link Long#MAX_VALUE} for never. */
    long deadlineNanos();

    /** Tells that a budget of the call is used up. */
    void exceeded(String axis);
}
