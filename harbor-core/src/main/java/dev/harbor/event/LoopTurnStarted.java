package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A turn of a loop begins, or goes on in another process.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param loop the id of the loop, unique in the session
 * @param turn the turn, which is the id of its run as well
 * @param at when
 * @param mode its mode; empty for the base mode
 * @param tools how many tools it has
 */
public record LoopTurnStarted(Identity identity, String loop, String turn, Instant at, String mode, int tools)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "loop.turn_started";

    /** Checks that nothing is missing. */
    public LoopTurnStarted {
        Identity.require(identity);
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(turn, "turn");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(mode, "mode");
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Optional<String> runId() {
        return Optional.of(turn);
    }
}
