package dev.harbor.dispatch;

import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.ContextPropagator;
import dev.harbor.tool.ToolError;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** Makes the services of shells for tests, and reads results. */
final class Shells {

    private Shells() {}

    /** Returns services under a time of the test's own, which have no workers. */
    static ShellServices on(ManualTime time) {
        return on(time, Workers.over(task -> {
            throw new RejectedExecutionException("this test has no workers");
        }));
    }

    static ShellServices on(ManualTime time, Workers workers, ContextPropagator... propagators) {
        return new ShellServices(
                time,
                time,
                () -> 0.0,
                workers,
                new DeadlineScanner(time, Duration.ofMillis(1), 50),
                new FailureMapper(),
                new ContextCarrier(List.of(propagators)));
    }

    /** Returns a policy that runs everything on the caller, without a breaker. */
    static ToolPolicy.Builder onCaller() {
        return ToolPolicy.builder().isolation(Isolation.CALLER).noBreaker();
    }

    static ToolError errorOf(ShellResult<?> result) {
        if (result instanceof ShellResult.Failed<?> failed) {
            return failed.error();
        }
        if (result instanceof ShellResult.Unknown<?> unknown) {
            return unknown.error();
        }
        throw new AssertionError("no error in " + result);
    }

    static String codeOf(ShellResult<?> result) {
        return errorOf(result).code().value();
    }
}
