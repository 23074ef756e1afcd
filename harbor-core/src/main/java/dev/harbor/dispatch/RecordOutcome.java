package dev.harbor.dispatch;

import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;

/** Makes the outcome durable with its evidence. An effect whose outcome can't be recorded is in doubt. */
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
        ToolError failure = call.request().ledger.settle(call, call.outcome());
        if (failure == null) {
            return;
        }
        if (call.tool().definition().effect().isReplayable()) {
            call.fail(failure);
        } else {
            call.end(new ToolOutcome.Unknown<>(call.info(), failure));
        }
    }
}
