package dev.harbor.dispatch;

import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;

/** Reserves budget and makes the intent durable. If either fails, the tool does not run. */
final class RecordIntent implements Stage {

    @Override
    public String name() {
        return "intent";
    }

    @Override
    public void apply(CallContext call) {
        if (call.cancellation().isCancelled()) {
            call.end(new ToolOutcome.Cancelled<>(
                    call.info(), String.valueOf(call.cancellation().reason())));
            return;
        }
        ToolError refusal = call.request().ledger.intend(call);
        if (refusal == null) {
            call.intended();
        } else {
            call.fail(refusal);
        }
    }
}
