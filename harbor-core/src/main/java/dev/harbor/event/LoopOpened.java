package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A loop was opened in this process.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param loop the id of the loop, unique in the session
 * @param at when
 * @param definition the name of its definition
 * @param isRestored whether it was there before
 */
public record LoopOpened(Identity identity, String loop, Instant at, String definition, boolean isRestored)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "loop.opened";

    /** Checks that nothing is missing. */
    public LoopOpened {
        Identity.require(identity);
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(definition, "definition");
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
