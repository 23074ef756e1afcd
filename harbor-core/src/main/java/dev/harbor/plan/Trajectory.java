package dev.harbor.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Is what a run has done so far: each decision with what came of it, in order.
 *
 * <p>Immutable.
 *
 * @param steps the steps
 */
public record Trajectory(List<Step> steps) {

    /** Nothing yet. */
    public static final Trajectory EMPTY = new Trajectory(List.of());

    /**
     * Is one decision with what came of it.
     *
     * @param decision what the planner wanted
     * @param observations what came of it, one for each call in the order of the calls
     */
    public record Step(Decision decision, List<Observation> observations) {

        /** Copies the list. */
        public Step {
            Objects.requireNonNull(decision, "decision");
            observations = List.copyOf(observations);
        }
    }

    /** Copies the list. */
    public Trajectory {
        steps = List.copyOf(steps);
    }

    /** Returns this trajectory with one more step. */
    public Trajectory plus(Step step) {
        List<Step> all = new ArrayList<>(steps.size() + 1);
        all.addAll(steps);
        all.add(step);
        return new Trajectory(all);
    }

    /** Returns how many steps there are. */
    public int size() {
        return steps.size();
    }

    /** Returns the last step; empty at the start. */
    public Optional<Step> last() {
        return steps.isEmpty() ? Optional.empty() : Optional.of(steps.get(steps.size() - 1));
    }

    /** Returns the last observation; empty when there is none. */
    public Optional<Observation> lastObservation() {
        return last().filter(step -> !step.observations().isEmpty())
                .map(step -> step.observations().get(step.observations().size() - 1));
    }
}
