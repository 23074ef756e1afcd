package dev.harbor.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is a part of a list of runs.
 *
 * <p>Immutable.
 *
 * @param runs the runs, ordered by id
 * @param next the id after which the next part begins; null when there is no more
 */
public record RunPage(List<RunOverview> runs, @Nullable String next) {

    /** Copies the list. */
    public RunPage {
        runs = List.copyOf(runs);
    }
}
