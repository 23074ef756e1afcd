package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A run has begun.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param run the run
 * @param at when
 * @param goalLength how many characters its goal has
 */
public record RunStarted(Identity identity, String run, Instant at, int goalLength) implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "run.started";

    /** Checks that nothing is missing. */
    public RunStarted {
        Identity.require(identity);
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(at, "at");
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
