package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * An input of a loop is on record and waits for its turn.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param loop the id of the loop, unique in the session
 * @param turn the turn, which is the id of its run as well
 * @param at when
 * @param queued how many wait now
 */
public record LoopInputQueued(Identity identity, String loop, String turn, Instant at, int queued)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "loop.input_queued";

    /** Checks that nothing is missing. */
    public LoopInputQueued {
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
