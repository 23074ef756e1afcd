package dev.harbor.run;

import dev.harbor.error.ConfigurationException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Are the evaluators that contracts may name, by mode and version; there is no "latest".
 *
 * <p>Immutable.
 */
public final class CompletionEvaluators {

    private static final CompletionEvaluators STANDARD = ofRules();

    private final Map<String, CompletionEvaluator> evaluators;

    private CompletionEvaluators(Map<String, CompletionEvaluator> evaluators) {
        this.evaluators = Collections.unmodifiableMap(evaluators);
    }

    private static CompletionEvaluators ofRules() {
        Map<String, CompletionEvaluator> all = new TreeMap<>();
        StandardRules.BY_MODE.forEach((mode, rule) -> all.put(key(mode, StandardRules.VERSION), rule));
        return new CompletionEvaluators(all);
    }

    /** Returns the four built-in ones, each of version {@code v1}; {@link CompletionContract} has their modes as constants. */
    public static CompletionEvaluators standard() {
        return STANDARD;
    }

    /**
     * Returns these and one more.
     *
     * @param mode as in a contract
     * @param version as in a contract
     * @throws ConfigurationException if there is one of that mode and version, or either is not spelled as allowed
     */
    public CompletionEvaluators with(String mode, String version, CompletionEvaluator evaluator) {
        Objects.requireNonNull(evaluator, "evaluator");
        CompletionContract contract = new CompletionContract(mode, version, Map.of());
        Map<String, CompletionEvaluator> more = new TreeMap<>(evaluators);
        if (more.putIfAbsent(key(contract.mode(), contract.version()), evaluator) != null) {
            throw new ConfigurationException(
                    "there is an evaluator of completion mode '" + mode + "' and version " + version);
        }
        return new CompletionEvaluators(more);
    }

    /**
     * Returns the evaluator that a contract names, after it has checked the parameters.
     *
     * @throws ConfigurationException if there is none, naming what is registered, or it refuses the parameters
     */
    public CompletionEvaluator require(CompletionContract contract) {
        String key = key(contract.mode(), contract.version());
        CompletionEvaluator evaluator = evaluators.get(key);
        if (evaluator == null) {
            throw new ConfigurationException(
                    "no evaluator of completion contract " + key + "; registered are " + evaluators.keySet());
        }
        evaluator.check(contract);
        return evaluator;
    }

    private static String key(String mode, String version) {
        return mode + "@" + version;
    }
}
