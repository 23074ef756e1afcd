package dev.harbor.run;

import static dev.harbor.run.CompletionContract.ACTION_WITH_VERIFICATION;
import static dev.harbor.run.CompletionContract.ARTIFACT_TYPE;
import static dev.harbor.run.CompletionContract.OBSERVED_REMOTE_BRANCH;
import static dev.harbor.run.CompletionContract.PIPELINE_VERIFICATION;
import static dev.harbor.run.CompletionContract.SOLUTION_DELIVERED;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The evaluators of our own, all of version {@code v1}. */
final class StandardRules {

    static final String VERSION = "v1";

    static final Map<String, StandardRule> BY_MODE = Map.of(
            SOLUTION_DELIVERED,
            new SingleRule(
                    new ParameterDefaults(Map.of(ARTIFACT_TYPE, "solution")),
                    evidence -> evidence.provenance() == Provenance.MODEL,
                    "solution_delivered",
                    "solution_artifact_required"),
            OBSERVED_REMOTE_BRANCH,
            new SingleRule(
                    new ParameterDefaults(Map.of(ARTIFACT_TYPE, "scm.branch")),
                    StandardRules::isSeenOutside,
                    "remote_branch_observed",
                    "observed_remote_branch_required"),
            ACTION_WITH_VERIFICATION,
            LinkedRule.of("action", "verification"),
            PIPELINE_VERIFICATION,
            LinkedRule.of("pipeline.run", "pipeline.verification"));

    private StandardRules() {}

    /** Returns the parameters that hold for a contract: its own, and the defaults where we know them. */
    static Map<String, String> parameters(CompletionContract contract) {
        StandardRule rule = contract.version().equals(VERSION) ? BY_MODE.get(contract.mode()) : null;
        return rule == null ? contract.parameters() : rule.parameters().of(contract);
    }

    private static boolean isSeenOutside(Evidence evidence) {
        return evidence.provenance() == Provenance.OBSERVED && isPresent(evidence.externalId());
    }

    private static boolean isPresent(@Nullable String text) {
        return text != null && !text.isEmpty();
    }
}
