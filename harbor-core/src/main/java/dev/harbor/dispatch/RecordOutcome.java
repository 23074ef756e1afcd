package dev.harbor.dispatch;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolSuspended;
import java.util.List;

/** Makes the outcome durable with its evidence, or the pause of a tool that waits. An effect whose outcome can't be recorded is in doubt. */
final class RecordOutcome implements Stage {

    @Override
    public String name() {
        return "record";
    }

    @Override
    public boolean concerns(CallContext call) {
        return call.isIntended() && !call.isLeftOpen();
    }

    @Override
    public void apply(CallContext call) {
        ToolSuspended waits = call.suspension();
        if (waits != null && !call.isEnded() && suspend(call, waits)) {
            return;
        }
        ToolError failure = call.request().ledger.settle(call, call.outcome());
        if (failure != null) {
            endUnrecorded(call, failure);
        }
    }

    /** Lets the call wait, or ends it because it can't; returns whether there is nothing more to record. */
    private static boolean suspend(CallContext call, ToolSuspended waits) {
        if (call.cancellation().isCancelled()) {
            String reason = String.valueOf(call.cancellation().reason());
            call.end(new ToolOutcome.Cancelled<>(call.info(), reason));
            return false;
        }
        if (call.resumption() >= ToolSuspended.MAX_TIMES) {
            String message = "the tool waits again, after the " + ToolSuspended.MAX_TIMES + " times that it may";
            call.fail(ToolError.permanent(ErrorCode.TOOL_FAILED, message));
            return false;
        }
        try {
            String token = call.canWait() ? call.request().ledger.suspend(call, waits) : null;
            call.end(token == null ? inputRequired(call, waits) : paused(call, token, waits));
            return token != null;
        } catch (StoreException e) {
            String message = "the tool waits, but the journal did not take that";
            endUnrecorded(
                    call,
                    new ToolError(ErrorCode.JOURNAL_UNAVAILABLE, ErrorClass.TRANSIENT, message, List.of(), false, e));
            return true;
        }
    }

    private static ToolOutcome<Object> paused(CallContext call, String token, ToolSuspended waits) {
        return new ToolOutcome.Paused<>(call.info(), token, waits.reason().wireName(), waits.message());
    }

    /** Who called the tool reads what it waits for, and may ask for it. */
    private static ToolOutcome<Object> inputRequired(CallContext call, ToolSuspended waits) {
        return new ToolOutcome.Failure<>(
                call.info(),
                new ToolError(ErrorCode.INPUT_REQUIRED, ErrorClass.PERMANENT, waits.message(), List.of(), true, waits));
    }

    private static void endUnrecorded(CallContext call, ToolError failure) {
        if (call.tool().definition().effect().isReplayable()) {
            call.fail(failure);
        } else {
            call.end(new ToolOutcome.Unknown<>(call.info(), failure));
        }
    }
}
