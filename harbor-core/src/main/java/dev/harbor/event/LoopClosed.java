package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A loop is not open in this process any more.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param loop the id of the loop, unique in the session
 * @param at when
 * @param isEnded whether it was ended for good
 */
public record LoopClosed(Identity identity, String loop, Instant at, boolean isEnded) implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "loop.closed";

    /** Checks that nothing is missing. */
    public LoopClosed {
        Identity.require(identity);
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(at, "at");
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
