package dev.harbor.run;

import dev.harbor.error.ConfigurationException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Says when a run is complete: which evaluator looks at its evidence, and with which parameters. It comes from who embeds Harbor, never from a model or an
 * event.
 *
 * <p>Immutable.
 *
 * @param mode names the evaluator, 1 to {@value #MAX_MODE_LENGTH} characters, not blank
 * @param version the version of the evaluator, {@code v} and a number from 1
 * @param parameters what the evaluator is to look for, by name; white space around a value doesn't count, and a blank value is the same as none: the
 *     evaluator's default holds
 */
public record CompletionContract(String mode, String version, Map<String, String> parameters) {

    /** The most characters of a mode. */
    public static final int MAX_MODE_LENGTH = 64;

    /** A model claims evidence of the type {@value #ARTIFACT_TYPE} names, {@code solution} by default. */
    public static final String SOLUTION_DELIVERED = "solution_delivered";

    /**
     * A tool observed an action, of the type {@value #ACTION_TYPE} names ({@code action} by default), and the latest verification of what it did, of the type
     * {@value #VERIFICATION_TYPE} names ({@code verification}), passed.
     *
     * <p>A verification is about an action if its subject has the id or the external id of the action's evidence; an empty one is none. It only confirms if it
     * is newer than whatever was done to the same thing, and comes from a call that did none of it ({@value #REQUIRE_NEWER}, {@value #REQUIRE_OTHER_CALL}). It
     * refutes whatever call it comes from: what is refuted must be verified again. Of several of one moment, a refutation counts.
     */
    public static final String ACTION_WITH_VERIFICATION = "action_with_verification";

    /** A tool observed something with an external id, of the type {@value #ARTIFACT_TYPE} names, {@code scm.branch} by default. */
    public static final String OBSERVED_REMOTE_BRANCH = "observed_remote_branch";

    /** Is {@link #ACTION_WITH_VERIFICATION} with the types {@code pipeline.run} and {@code pipeline.verification}. */
    public static final String PIPELINE_VERIFICATION = "pipeline_verification";

    /** The parameter that names a type of evidence. */
    public static final String ARTIFACT_TYPE = "artifactType";

    /** The parameter that names the type of evidence of an action. */
    public static final String ACTION_TYPE = "actionType";

    /** The parameter that names the type of evidence of a verification. */
    public static final String VERIFICATION_TYPE = "verificationType";

    /** The parameter that says whether a verification must come from another call than the action: {@code true}, the default, or {@code false}. */
    public static final String REQUIRE_OTHER_CALL = "requireOtherCall";

    /** The parameter that says whether a verification must be newer than the action: {@code true}, the default, or {@code false}. */
    public static final String REQUIRE_NEWER = "requireNewer";

    /**
     * Checks the spelling, and leaves blank parameters out.
     *
     * @throws ConfigurationException if the mode is blank or too long, the version is not spelled as allowed, or a parameter has no name
     */
    public CompletionContract {
        Names.requireName("completion mode", mode, MAX_MODE_LENGTH);
        Names.requireVersion("completion mode", mode, version);
        parameters = withoutBlanks(mode, parameters);
    }

    /** Returns version {@code v1} of a mode without parameters. */
    public static CompletionContract of(String mode) {
        return new CompletionContract(mode, "v1", Map.of());
    }

    /** Returns this contract with one more parameter, or another value of one that it has; a blank value takes it away. */
    public CompletionContract with(String name, String value) {
        Map<String, String> more = new TreeMap<>(parameters);
        more.put(name, value);
        return new CompletionContract(mode, version, more);
    }

    private static Map<String, String> withoutBlanks(String mode, Map<String, String> parameters) {
        Map<String, String> kept = new TreeMap<>();
        parameters.forEach((name, value) -> {
            if (name.isBlank()) {
                throw new ConfigurationException("a parameter of completion mode '" + mode + "' has no name");
            }
            if (!value.isBlank()) {
                kept.put(name, value.strip());
            }
        });
        return Collections.unmodifiableMap(kept);
    }
}
