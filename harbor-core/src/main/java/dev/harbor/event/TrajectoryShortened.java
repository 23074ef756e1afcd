package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A prompt does not show every step of a run whole, because they are too many tokens.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param run the run
 * @param at when
 * @param steps how many steps the run has
 * @param shortened how many of them are shortened or left out, the oldest ones
 */
public record TrajectoryShortened(Identity identity, String run, Instant at, long steps, long shortened)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "trajectory.shortened";

    /** Checks that nothing is missing. */
    public TrajectoryShortened {
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
