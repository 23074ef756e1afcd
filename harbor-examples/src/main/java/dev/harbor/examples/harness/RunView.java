package dev.harbor.examples.harness;

import dev.harbor.pause.Pause;
import dev.harbor.run.Run;
import dev.harbor.runtime.RunSummary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is on record at a moment.
 *
 * @param run the run
 * @param driver the process that drives it, if there is one
 * @param pauses what it waits for somebody to decide
 * @param at the moment
 */
record RunView(Run run, Optional<Driver> driver, List<Pause> pauses, Instant at) {

    /** Copies the list. */
    RunView {
        pauses = List.copyOf(pauses);
    }

    /**
     * A process that holds a run.
     *
     * @param name how it calls itself
     * @param until how long nobody else may take the run; it extends that while it lives
     */
    record Driver(String name, Instant until) {

        static Optional<Driver> of(RunSummary summary, Instant at) {
            String name = summary.driver();
            @Nullable Instant until = summary.drivenUntil();
            return name == null || until == null || !until.isAfter(at)
                    ? Optional.empty()
                    : Optional.of(new Driver(name, until));
        }
    }
}
