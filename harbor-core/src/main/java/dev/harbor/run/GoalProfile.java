package dev.harbor.run;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.plan.Instructions;
import dev.harbor.plan.PlanContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is the plain profile: a fixed system prompt, the goal of the run as the user's text, temperature 0, and the first answer ends the model's part. What it
 * answers becomes the result, as {@code {"summary": answer}}, and one claim of the model.
 *
 * <p>Immutable.
 */
public final class GoalProfile implements Profile {

    /** The type of the claim when nothing is said: {@value}. */
    public static final String DEFAULT_SUMMARY_EVIDENCE_TYPE = "solution";

    /** The most tokens of an answer when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_OUTPUT_TOKENS = 4096;

    private final String name;
    private final String version;
    private final String systemPrompt;
    private final CompletionContract completion;
    private final String summaryEvidenceType;
    private final int maxOutputTokens;

    private GoalProfile(Builder from) {
        name = from.name;
        version = from.version;
        systemPrompt = from.systemPrompt;
        completion = from.completion();
        summaryEvidenceType = from.summaryEvidenceType;
        maxOutputTokens = from.maxOutputTokens;
    }

    /**
     * Returns a builder.
     *
     * @param name as {@link Profile#name()}
     * @param version as {@link Profile#version()}
     * @param systemPrompt what the model is, not blank, at most {@value Instructions#MAX_TEXT_BYTES} bytes of UTF-8
     * @throws ConfigurationException if one of them is not as it must be
     */
    public static Builder builder(String name, String version, String systemPrompt) {
        return new Builder(name, version, systemPrompt);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public CompletionContract completion() {
        return completion;
    }

    @Override
    public Instructions prepare(PlanContext context) {
        return new Instructions(systemPrompt, context.goal(), maxOutputTokens, 0);
    }

    /**
     * Takes an answer as the result and as one claim. The data of the claim is the answer as it is.
     *
     * @throws RunException with code {@link ErrorCode#MODEL_FAILED} if the answer says nothing: null, blank text, or an object or array without content
     * @throws IllegalArgumentException if the answer is larger than a claim may be
     */
    @Override
    public Interpretation interpret(Json answer) {
        if (isBlank(answer)) {
            throw new RunException(
                    ErrorCode.MODEL_FAILED,
                    "the model's answer to profile '" + name + "' is blank; it must say something");
        }
        Evidence claim = new Evidence("", summaryEvidenceType, "v1", Provenance.MODEL, answer, null, null, null, null);
        return new Interpretation(List.of(claim), Json.of(Map.of("summary", answer)), true);
    }

    private static boolean isBlank(Json answer) {
        return switch (answer.kind()) {
            case NULL -> true;
            case STRING -> answer.asString().isBlank();
            case OBJECT -> answer.members().isEmpty();
            case ARRAY -> answer.elements().isEmpty();
            default -> false;
        };
    }

    /** Collects settings. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private final String name;
        private final String version;
        private final String systemPrompt;
        private @Nullable CompletionContract completion;
        private String summaryEvidenceType = DEFAULT_SUMMARY_EVIDENCE_TYPE;
        private int maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS;

        private Builder(String name, String version, String systemPrompt) {
            this.name = Names.requireName("profile", name, ProfileRegistry.MAX_NAME_LENGTH);
            this.version = Names.requireVersion("profile", name, version);
            this.systemPrompt = systemPrompt;
            require(!systemPrompt.isBlank(), "needs a system prompt");
            require(
                    systemPrompt.getBytes(StandardCharsets.UTF_8).length <= Instructions.MAX_TEXT_BYTES,
                    "must have a system prompt of at most " + Instructions.MAX_TEXT_BYTES + " bytes");
        }

        /** Sets when a run is complete; when never set, once there is the claim that this profile makes. */
        public Builder completion(CompletionContract contract) {
            completion = Objects.requireNonNull(contract, "contract");
            return this;
        }

        /** Sets the type of the claim, 1 to 256 characters; {@value GoalProfile#DEFAULT_SUMMARY_EVIDENCE_TYPE} when never set. */
        public Builder summaryEvidenceType(String type) {
            require(!type.isBlank() && type.length() <= 256, "must have an evidence type of 1 to 256 characters");
            summaryEvidenceType = type;
            return this;
        }

        /**
         * Sets the most tokens of an answer, 1 to {@value Instructions#MAX_OUTPUT_TOKENS}; {@value GoalProfile#DEFAULT_MAX_OUTPUT_TOKENS} when never set.
         */
        public Builder maxOutputTokens(int tokens) {
            require(
                    tokens >= 1 && tokens <= Instructions.MAX_OUTPUT_TOKENS,
                    "must have 1 to " + Instructions.MAX_OUTPUT_TOKENS + " output tokens, got " + tokens);
            maxOutputTokens = tokens;
            return this;
        }

        /** Returns the profile; the builder may be used again. */
        public GoalProfile build() {
            return new GoalProfile(this);
        }

        private CompletionContract completion() {
            return completion != null
                    ? completion
                    : CompletionContract.of(CompletionContract.SOLUTION_DELIVERED)
                            .with(CompletionContract.ARTIFACT_TYPE, summaryEvidenceType);
        }

        private void require(boolean holds, String message) {
            if (!holds) {
                throw new ConfigurationException("profile '" + name + "' " + message);
            }
        }
    }
}
