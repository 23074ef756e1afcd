package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run goes on, after a pause or after the process that drove it has died.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param run the run
 * @param at when
 * @param steps how many decisions it has taken before
 * @param trace the {@code traceparent} of the drive before this one, or null if it had none
 */
public record RunResumed(
        Identity identity,
        String run,
        Instant at,
        int steps,
        @Nullable String trace) implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "run.resumed";

    /** Is a run whose drive before had no trace. */
    public RunResumed(Identity identity, String run, Instant at, int steps) {
        this(identity, run, at, steps, null);
    }

    /** Checks that nothing mandatory is missing. */
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
