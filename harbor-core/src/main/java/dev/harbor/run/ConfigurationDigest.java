package dev.harbor.run;

import dev.harbor.json.Json;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Digests what a run was configured with, so that it is not resumed under something else unnoticed. Order, and whether a default is spelled out or left
 * out, don't matter; whatever changes what the run may do, does.
 *
 * <p>Stateless.
 */
public final class ConfigurationDigest {

    private ConfigurationDigest() {}

    /**
     * Returns the digest of {@link #facts}: 64 lower-case hexadecimal digits.
     *
     * @param profile the profile, or null
     * @param completion the contract, or null for the one of the profile
     * @param accessRef the reference of the access policy; blank is the same as none
     * @param limits the limits
     */
    public static String of(
            @Nullable Profile profile, @Nullable CompletionContract completion, String accessRef, BudgetLimits limits) {
        return of(facts(profile, completion, accessRef, limits));
    }

    /** Returns the digest of facts that were kept: 64 lower-case hexadecimal digits. */
    public static String of(Map<String, String> facts) {
        return Json.of(Objects.requireNonNull(facts, "facts")).argumentsDigest();
    }

    /**
     * Returns what is digested, by name, sorted, not modifiable: {@code profile}, {@code completion} and {@code completion.<parameter>}, {@code access},
     * {@code limits.<limit>}. What is not set, or not limited, is left out. For keeping beside the digest, and for {@link ConfigurationDrift#between}.
     *
     * @param profile the profile, or null
     * @param completion the contract, or null for the one of the profile
     * @param accessRef the reference of the access policy; blank is the same as none
     * @param limits the limits
     */
    public static Map<String, String> facts(
            @Nullable Profile profile, @Nullable CompletionContract completion, String accessRef, BudgetLimits limits) {
        Map<String, String> facts = new TreeMap<>();
        if (profile != null) {
            facts.put("profile", profile.name() + "@" + profile.version());
        }
        CompletionContract contract = completion == null && profile != null ? profile.completion() : completion;
        if (contract != null) {
            facts.put("completion", contract.mode() + "@" + contract.version());
            StandardRules.parameters(contract).forEach((name, value) -> facts.put("completion." + name, value));
        }
        if (!accessRef.isBlank()) {
            facts.put("access", accessRef);
        }
        putLimits(facts, limits);
        return Collections.unmodifiableMap(facts);
    }

    private static void putLimits(Map<String, String> facts, BudgetLimits limits) {
        if (limits.maxElapsed() != null) {
            facts.put("limits.maxElapsed", limits.maxElapsed().toString());
        }
        putLimit(facts, "maxModelCalls", limits.maxModelCalls());
        putLimit(facts, "maxToolCalls", limits.maxToolCalls());
        putLimit(facts, "maxOutputBytes", limits.maxOutputBytes());
        putLimit(facts, "maxTokens", limits.maxTokens());
        putLimit(facts, "maxCostMicros", limits.maxCostMicros());
        putLimit(facts, "maxSteps", limits.maxSteps());
        putLimit(facts, "maxStepsPerDrive", limits.maxStepsPerDrive());
        putLimit(facts, "maxChildRuns", limits.maxChildRuns());
    }

    private static void putLimit(Map<String, String> facts, String name, long limit) {
        if (limit != Long.MAX_VALUE) {
            facts.put("limits." + name, Long.toString(limit));
        }
    }
}
