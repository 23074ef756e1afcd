package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A turn of a loop has ended.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param loop the id of the loop, unique in the session
 * @param turn the turn, which is the id of its run as well
 * @param at when
 * @param state how, such as {@code done}
 * @param reason why, such as {@code goal}
 */
public record LoopTurnEnded(Identity identity, String loop, String turn, Instant at, String state, String reason)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "loop.turn_ended";

    /** Checks that nothing is missing. */
    public LoopTurnEnded {
        Identity.require(identity);
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(turn, "turn");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(reason, "reason");
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
