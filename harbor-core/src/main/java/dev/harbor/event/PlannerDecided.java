package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A planner has decided.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param run the run
 * @param at when
 * @param step which decision of the run, 1 being the first
 * @param decision the arm, such as {@code call_tool}
 */
public record PlannerDecided(Identity identity, String run, Instant at, int step, String decision)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "planner.decided";

    /** Checks that nothing is missing. */
    public PlannerDecided {
        Identity.require(identity);
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(decision, "decision");
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
