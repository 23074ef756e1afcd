package dev.harbor.runtime;

import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.StreamInfo;
import dev.harbor.run.RunState;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is what is known about a run without reading its records.
 *
 * <p>Immutable.
 *
 * @param id whose it is and its name
 * @param state how it is
 * @param records how many records it has
 * @param driver who drives it or did so last, or null when it was let go
 * @param drivenUntil until when nobody else may take it, or null
 */
public record RunSummary(
        RunIdentity id,
        RunState state,
        long records,
        @Nullable String driver,
        @Nullable Instant drivenUntil) {

    /** Checks that id and state are there. */
    public RunSummary {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(state, "state");
    }

    static RunSummary of(String runId, StreamInfo info) {
        Claim claim = info.claim();
        return new RunSummary(
                new RunIdentity(info.head().identity(), runId),
                RunState.valueOf(info.head().state().toUpperCase(Locale.ROOT)),
                info.sequence(),
                claim == null ? null : claim.owner(),
                claim == null ? null : claim.until());
    }
}
