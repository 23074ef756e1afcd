package dev.harbor.plan;

/**
 * Decides what a run does next. It never acts: all it can do is return a decision.
 *
 * <p>Implementations must be thread-safe: many runs share one planner, and its state belongs in the context. Within one run it is called by one thread
 * at a time.
 */
@FunctionalInterface
public interface Planner {

    /**
     * Decides. May block, for example on a model.
     *
     * @throws Exception when it can't decide; the run fails
     */
    Decision next(PlanContext context) throws Exception;
}
