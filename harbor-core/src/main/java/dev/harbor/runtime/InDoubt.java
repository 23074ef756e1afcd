package dev.harbor.runtime;

import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import java.util.function.Function;

/** Asks whether a run, or a run that it has spawned, has a call of which nobody knows whether it had its effect. */
final class InDoubt implements Function<RunHistory, Boolean> {

    private final String runId;

    InDoubt(String runId) {
        this.runId = runId;
    }

    @Override
    public Boolean apply(RunHistory history) {
        return history.run(runId).orElseThrow().isInDoubt()
                || history.below(runId).stream().anyMatch(RunFold::isInDoubt);
    }
}
