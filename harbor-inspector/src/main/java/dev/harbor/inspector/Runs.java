package dev.harbor.inspector;

import dev.harbor.runtime.RunSummary;
import java.util.Optional;

/** Finds runs that may be seen. */
final class Runs {

    private Runs() {}

    /**
     * Returns what is known of the run that a run belongs to.
     *
     * @throws Refusal if there is none that may be seen
     */
    static RunSummary require(Look look, String runId) {
        return find(look, runId).orElseThrow(Refusal::notFound);
    }

    static Optional<RunSummary> find(Look look, String runId) {
        return look.inspector()
                .runtime()
                .operator()
                .summary(runId)
                .filter(run -> look.access().covers(run.id().identity()));
    }
}
