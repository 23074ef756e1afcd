package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * An input of a loop was taken back before its turn began.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param loop the id of the loop, unique in the session
 * @param turn the turn, which is the id of its run as well
 * @param at when
 */
public record LoopInputWithdrawn(Identity identity, String loop, String turn, Instant at) implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "loop.input_withdrawn";

    /** Checks that nothing is missing. */
    public LoopInputWithdrawn {
        Identity.require(identity);
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(turn, "turn");
        Objects.requireNonNull(at, "at");
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
