package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A loop has another mode from its next turn on.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param loop the id of the loop, unique in the session
 * @param at when
 * @param mode the mode; empty for the base mode
 */
public record LoopModeChanged(Identity identity, String loop, Instant at, String mode) implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "loop.mode_changed";

    /** Checks that nothing is missing. */
    public LoopModeChanged {
        Identity.require(identity);
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(mode, "mode");
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Optional<String> runId() {
        return Optional.empty();
    }
}
