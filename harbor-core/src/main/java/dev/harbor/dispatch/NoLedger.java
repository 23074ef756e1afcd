package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolSuspended;
import org.jspecify.annotations.Nullable;

/** Is the ledger of calls outside a run: nothing is durable, nothing is limited, nothing can wait. */
final class NoLedger implements CallLedger {

    @Override
    public void reject(CallContext call, ToolOutcome<?> outcome) {}

    @Override
    public @Nullable ToolError intend(CallContext call) {
        return null;
    }

    @Override
    public @Nullable ToolError settle(CallContext call, ToolOutcome<?> outcome) {
        return null;
    }

    @Override
    public @Nullable String pause(CallContext call, PauseReason reason, String message, Json payload) {
        return null;
    }

    @Override
    public boolean remembersNodes() {
        return false;
    }

    @Override
    public NodeRecord recorded(String callId, String tool) {
        return NodeRecord.NONE;
    }

    @Override
    public @Nullable String recordedPlan(String callId) {
        return null;
    }

    @Override
    public @Nullable String suspend(CallContext call, ToolSuspended by) {
        return null;
    }
}
