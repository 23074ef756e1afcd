package dev.harbor.dispatch;

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
            call.fail(failed.error());
        } else if (result instanceof ShellResult.Unknown<Object> unknown) {
            call.failedAfter(unknown.attempts(), false);
            call.end(new ToolOutcome.Unknown<>(call.info(), unknown.error()));
        } else if (result instanceof ShellResult.Cancelled<Object> cancelled) {
            call.failedAfter(cancelled.attempts(), false);
            call.end(new ToolOutcome.Cancelled<>(call.info(), cancelled.reason()));
        }
    }
}
