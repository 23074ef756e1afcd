package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A planner gives a run up, because a model reached a limit of it.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param run the run
 * @param at when
 * @param limit which: {@code answers}, {@code faults} or {@code steps}
 * @param count how many there were
 */
public record PlannerGaveUp(Identity identity, String run, Instant at, String limit, long count)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "planner.gave_up";

    /** Checks that nothing is missing. */
    public PlannerGaveUp {
        Identity.require(identity);
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(limit, "limit");
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
