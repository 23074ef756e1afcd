package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Something began to wait for a person or an outside event.
 *
 * <p>Immutable.
 *
 * @param identity whose run it is
 * @param run the run
 * @param at when
 * @param pauseId names the pause; its token is in no event
 * @param reason what it waits for, such as {@code approval_required}
 */
public record PauseRequested(Identity identity, String run, Instant at, String pauseId, String reason)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "pause.requested";

    /** Checks that nothing is missing. */
    public PauseRequested {
        Identity.require(identity);
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(pauseId, "pauseId");
        Objects.requireNonNull(reason, "reason");
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
