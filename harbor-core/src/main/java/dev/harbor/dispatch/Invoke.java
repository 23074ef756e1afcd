package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;

/** Invokes the tool under its policy: attempts, time limits, breaker, bulkhead, rate. */
final class Invoke implements Stage {

    @Override
    public String name() {
        return "invoke";
    }

    @Override
    public void apply(CallContext call) {
        PreparedTool tool = call.tool();
        ShellResult<Object> result = tool.shell().run(tool.invoker(), call.input(), call);
        if (result instanceof ShellResult.Done<Object> done) {
            call.answered(done.output(), done.attempts());
        } else if (result instanceof ShellResult.Suspended<Object> suspended) {
            call.suspended(suspended.by(), suspended.attempts());
        } else if (result instanceof ShellResult.Failed<Object> failed) {
            call.failedAfter(failed.attempts(), failed.exhausted());
            if (!isLeft(call, failed.error())) {
                call.fail(failed.error());
            }
        } else if (result instanceof ShellResult.Unknown<Object> unknown) {
            call.failedAfter(unknown.attempts(), false);
            if (!isLeft(call, unknown.error())) {
                call.end(new ToolOutcome.Unknown<>(call.info(), unknown.error()));
            }
        } else if (result instanceof ShellResult.Cancelled<Object> cancelled) {
            call.failedAfter(cancelled.attempts(), false);
            call.end(new ToolOutcome.Cancelled<>(call.info(), cancelled.reason()));
        }
    }

    /** A composed tool whose node waits, or is in doubt, ends as its node did, and nothing is recorded of that: it is made again. */
    private static boolean isLeft(CallContext call, ToolError error) {
        ToolOutcome<Json> why = call.leftFor(error.cause());
        if (why instanceof ToolOutcome.Paused<Json> paused) {
            call.end(new ToolOutcome.Paused<>(call.info(), paused.token(), paused.kind(), paused.reason()));
        } else if (why != null) {
            call.end(new ToolOutcome.Unknown<>(call.info(), error));
        }
        if (why != null) {
            call.leaveOpen();
        }
        return why != null;
    }
}
