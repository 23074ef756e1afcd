package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A run goes on, after a pause or after the process that drove it has died.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param run the run
 * @param at when
 * @param steps how many decisions it has taken before
 */
public record RunResumed(Identity identity, String run, Instant at, int steps) implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "run.resumed";

    /** Checks that nothing is missing. */
    public RunResumed {
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
