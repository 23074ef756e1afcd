package dev.harbor.run;

import java.util.List;

/**
 * Decides whether the evidence of a run fulfils its contract. It is asked when the planner would end the run, and looks at nothing but its arguments, so
 * that it decides the same after a restart.
 *
 * <p>Implementations must be thread-safe.
 */
@FunctionalInterface
public interface CompletionEvaluator {

    /**
     * Decides.
     *
     * @param contract the contract of the run
     * @param evidence all evidence of the run, oldest first; not modifiable
     * @throws Exception when it can't decide; the run fails with the reason {@code completion_evaluation_failed}
     */
    Completion evaluate(CompletionContract contract, List<RecordedEvidence> evidence) throws Exception;

    /**
     * Checks the parameters of a contract before a run makes its first turn. Takes all unless an evaluator says otherwise.
     *
     * @throws dev.harbor.error.ConfigurationException if a parameter is unknown or can't be read; the message says which and what is allowed
     */
    default void check(CompletionContract contract) {}
}
