package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A drive of a run has ended.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param run the run
 * @param at when
 * @param state the state it is in now
 * @param reason why, as a stable code
 * @param elapsed from its start
 */
public record RunEnded(Identity identity, String run, Instant at, String state, String reason, Duration elapsed)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "run.ended";

    /** Checks that nothing is missing. */
    public RunEnded {
        Identity.require(identity);
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(elapsed, "elapsed");
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
