package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolSuspended;
import org.jspecify.annotations.Nullable;

/**
 * Keeps account of the calls of a run: reserves budget and makes the intent durable before a tool runs, and the outcome after. A call outside a run has
 * {@link #NONE}.
 */
public interface CallLedger {

    /** Keeps no account. */
    CallLedger NONE = new NoLedger();

    /** Says that a call was refused before it was intended; uses no budget. */
    void reject(CallContext call, ToolOutcome<?> outcome);

    /**
     * Reserves budget and makes the intent durable, in one append.
     *
     * @return null when the tool may run, else why it must not
     */
    @Nullable
    ToolError intend(CallContext call);

    /**
     * Makes the outcome durable with its evidence, in one append.
     *
     * @return null when it is durable, else why it is not
     */
    @Nullable
    ToolError settle(CallContext call, ToolOutcome<?> outcome);

    /**
     * Opens a durable pause for a call that waits.
     *
     * @return its token, or null when calls of this ledger can't wait
     */
    @Nullable
    String pause(CallContext call, PauseReason reason, String message, Json payload);

    /** Tells whether the calls of nodes are remembered, so that their parent can be made again from where it was left. */
    boolean remembersNodes();

    /** Returns what is on record of the call of a node. */
    NodeRecord recorded(String callId, String tool);

    /** Returns the digest of the plan that is on record of a call that is open; null when nothing is. */
    @Nullable
    String recordedPlan(String callId);

    /**
     * Opens a durable pause for a call whose tool waits, in the place of its outcome.
     *
     * @return its token, or null when calls of this ledger can't wait
     * @throws dev.harbor.error.StoreException if it is not durable
     */
    @Nullable
    String suspend(CallContext call, ToolSuspended by);
}
