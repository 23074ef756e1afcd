package dev.harbor.runtime;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is what a list of runs shows of one of them: its summary, and how it began.
 *
 * <p>Immutable.
 *
 * @param summary what is known without its records
 * @param goal what it is for; null when its first record can't be read
 * @param startedAt when it began; null when its first record can't be read
 */
public record RunOverview(
        RunSummary summary, @Nullable String goal, @Nullable Instant startedAt) {

    /** Checks that the summary is there. */
    public RunOverview {
        Objects.requireNonNull(summary, "summary");
    }
}
