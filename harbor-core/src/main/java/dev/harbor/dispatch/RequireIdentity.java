package dev.harbor.dispatch;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.ToolInvoked;
import dev.harbor.tool.ToolError;

/** Refuses a call that nobody makes. */
final class RequireIdentity implements Stage {

    @Override
    public String name() {
        return "identity";
    }

    @Override
    public void apply(CallContext call) {
        if (call.request().identity == null) {
            call.fail(ToolError.permanent(
                    ErrorCode.IDENTITY_REQUIRED, "the call has no identity; tenant, user and session are mandatory"));
        } else {
            call.emit(new ToolInvoked(call.provenance(), call.now()));
        }
    }
}
