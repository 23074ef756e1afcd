package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A model is told that its calls were refused, because several steps in a row were.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param run the run
 * @param at when
 * @param tier how loud: {@code reminder}, {@code warning} or {@code critical}
 * @param faults how many steps in a row
 */
public record PlannerGuided(Identity identity, String run, Instant at, String tier, int faults) implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "planner.guided";

    /** Checks that nothing is missing. */
    public PlannerGuided {
        Identity.require(identity);
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(tier, "tier");
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
