package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A loop could not record something and takes nothing more.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param loop the id of the loop, unique in the session
 * @param at when
 * @param code the code of what went wrong
 */
public record LoopFaulted(Identity identity, String loop, Instant at, String code) implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "loop.faulted";

    /** Checks that nothing is missing. */
    public LoopFaulted {
        Identity.require(identity);
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(code, "code");
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
