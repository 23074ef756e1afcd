package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Somebody steered a run from outside.
 *
 * <p>Immutable.
 *
 * @param identity whose run it is
 * @param run the run
 * @param at when
 * @param control what was wanted, such as {@code pause}
 * @param actor who wanted it
 */
public record ControlApplied(Identity identity, String run, Instant at, String control, String actor)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "control.applied";

    /** Checks that nothing is missing. */
    public ControlApplied {
        Identity.require(identity);
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(control, "control");
        Objects.requireNonNull(actor, "actor");
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
