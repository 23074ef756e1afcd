package dev.harbor.runtime;

import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.run.InvocationState;
import java.util.function.Function;

/** Asks whether a run, or a run that it has spawned, has a call of which nobody knows whether it had its effect. */
final class InDoubt implements Function<RunHistory, Boolean> {

    private final String runId;

    InDoubt(String runId) {
        this.runId = runId;
    }

    @Override
    public Boolean apply(RunHistory history) {
        return isInDoubt(history, runId);
    }

    private static boolean isInDoubt(RunHistory history, String runId) {
        RunFold run = history.run(runId).orElseThrow();
        return run.has(InvocationState.UNKNOWN)
                || history.childrenOf(runId).stream()
                        .anyMatch(child -> isInDoubt(history, child.started().runId()));
    }
}
