package dev.harbor.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Is what a run has done so far: each decision with what came of it, in order. Of a long run it holds the newest steps only, each whole, and the newest
 * always.
 *
 * <p>Immutable.
 *
 * @param steps the steps that are held, the newest {@value #MAX_STEPS} at most, and older ones only while their observations have {@value #MAX_BYTES}
 *     bytes together
 * @param dropped how many older steps are not held
 */
public record Trajectory(List<Step> steps, long dropped) {

    /** The most steps that are held. */
    public static final int MAX_STEPS = 1024;

    /** The most bytes of observations that are held, but for the newest step. */
    public static final long MAX_BYTES = 8L << 20;

    /** Nothing yet. */
    public static final Trajectory EMPTY = new Trajectory(List.of(), 0);

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

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if {@code dropped} is negative
     */
    public Trajectory {
        steps = List.copyOf(steps);
        if (dropped < 0) {
            throw new IllegalArgumentException("dropped must not be negative, got " + dropped);
        }
    }

    /** Returns a trajectory of which nothing was dropped. */
    public static Trajectory of(List<Step> steps) {
        return new Trajectory(steps, 0);
    }

    /** Returns this trajectory with one more step; steps that are too many or too much are dropped, the oldest first. */
    public Trajectory plus(Step step) {
        int from = firstKept(step);
        List<Step> kept = new ArrayList<>(steps.size() - from + 1);
        kept.addAll(steps.subList(from, steps.size()));
        kept.add(step);
        return new Trajectory(kept, dropped + from);
    }

    /**
     * Returns this trajectory with its last step replaced, because more came of it.
     *
     * @throws IllegalStateException if there is none
     */
    public Trajectory withLast(Step step) {
        if (steps.isEmpty()) {
            throw new IllegalStateException("there is no step to replace");
        }
        return new Trajectory(steps.subList(0, steps.size() - 1), dropped).plus(step);
    }

    private int firstKept(Step newest) {
        long bytes = bytesOf(newest);
        int first = steps.size();
        while (first > 0 && steps.size() - first + 1 < MAX_STEPS) {
            bytes += bytesOf(steps.get(first - 1));
            if (bytes > MAX_BYTES) {
                break;
            }
            first--;
        }
        return first;
    }

    /** Each step that is added asks about every one that is held, so this makes no garbage. */
    private static long bytesOf(Step step) {
        long bytes = 0;
        for (Observation seen : step.observations()) {
            bytes += seen.content().sizeBytes();
        }
        return bytes;
    }

    /** Returns how many steps there were, dropped ones included. */
    public int size() {
        return Math.toIntExact(dropped + steps.size());
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
