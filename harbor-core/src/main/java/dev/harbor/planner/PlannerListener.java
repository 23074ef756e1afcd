package dev.harbor.planner;

import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;

/**
 * Hears what a {@link ModelPlanner} does in a turn, while it does it: for people who watch. Nothing that it does changes a decision; what it throws is logged
 * once and ignored.
 *
 * <p>Implementations must be thread-safe, since many runs share a planner, and quick, since the planner waits for them. In one run the methods are called one
 * after another.
 */
public interface PlannerListener {

    /**
     * The model is asked. What it said before in this turn, if anything, counts no more.
     *
     * @param attempt which attempt at an answer in this turn, 1 being the first
     */
    default void asking(PlanContext context, int attempt) {}

    /**
     * The model says something to people, piece by piece as it comes; of a client that does not stream it is one piece. The words of a model are not trusted.
     */
    default void said(PlanContext context, String piece) {}

    /**
     * An answer was no action, and the model is asked again or given up.
     *
     * @param problem what was wrong with it, in words for the model
     */
    default void refused(PlanContext context, int attempt, String problem) {}

    /** The turn has ended with this decision. */
    default void decided(PlanContext context, Decision decision) {}
}
