package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A pause was resolved, by a person or by time.
 *
 * <p>Immutable.
 *
 * @param identity whose run it is
 * @param run the run
 * @param at when
 * @param pauseId names the pause
 * @param reason what was waited for
 * @param resolution {@code approve}, {@code reject}, {@code resume} or {@code timeout}
 */
public record PauseResolved(Identity identity, String run, Instant at, String pauseId, String reason, String resolution)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "pause.resolved";

    /** Checks that nothing is missing. */
    public PauseResolved {
        Identity.require(identity);
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(pauseId, "pauseId");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(resolution, "resolution");
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Optional<String> runId() {
        return Optional.of(run);
    }
}
