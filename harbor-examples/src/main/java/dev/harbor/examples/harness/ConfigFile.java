package dev.harbor.examples.harness;

import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.tool.SideEffect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A configuration as it is written. */
record ConfigFile(
        int schemaVersion,
        String workspace,
        @Param(defaultValue = "{}") ProfileSettings profile,
        @Param(defaultValue = "{}") ProviderSettings provider,
        @Param(defaultValue = "{}") PolicySettings policy,
        @Param(defaultValue = "{}") BudgetSettings budgets,
        @Nullable Map<String, Json> mcp) {

    static final Codec<ConfigFile> CODEC = Codec.of(ConfigFile.class);

    record ProfileSettings(
            @Param(defaultValue = "report") String name,
            @Param(defaultValue = "v1") String version,

            @Param(defaultValue = "Do what the goal says with the tools that you have, and report what you did.")
            String systemPrompt,

            @Param(defaultValue = "{}") CompletionSettings completion,
            @Param(defaultValue = "solution") String summaryEvidenceType,
            @Param(defaultValue = "4096") int maxOutputTokens) {}

    record CompletionSettings(
            @Param(defaultValue = "solution_delivered") CompletionMode mode,
            @Param(defaultValue = "v1") String version,
            @Param(defaultValue = "{}") Map<String, String> parameters) {}

    enum CompletionMode {
        @Param("solution_delivered")
        SOLUTION_DELIVERED,
        @Param("action_with_verification")
        ACTION_WITH_VERIFICATION,
        @Param("observed_remote_branch")
        OBSERVED_REMOTE_BRANCH,
        @Param("pipeline_verification")
        PIPELINE_VERIFICATION
    }

    record ProviderSettings(@Param(defaultValue = "fixture") String mode) {}

    record PolicySettings(
            @Param(defaultValue = "restrict") PolicyMode mode,
            @Nullable List<Effect> effects,
            @Nullable List<String> tools,
            @Nullable List<String> roots,
            @Nullable List<Effect> ask) {}

    enum PolicyMode {
        @Param("restrict")
        RESTRICT,
        @Param("allow-all")
        ALLOW_ALL
    }

    enum Effect {
        @Param("pure")
        PURE(SideEffect.PURE),
        @Param("read")
        READ(SideEffect.READ),
        @Param("write")
        WRITE(SideEffect.WRITE),
        @Param("external")
        EXTERNAL(SideEffect.EXTERNAL),
        @Param("stateful")
        STATEFUL(SideEffect.STATEFUL);

        private final SideEffect effect;

        Effect(SideEffect effect) {
            this.effect = effect;
        }

        SideEffect effect() {
            return effect;
        }
    }

    record BudgetSettings(
            @Nullable Duration maxElapsed,
            @Nullable Long maxModelCalls,
            @Nullable Long maxToolCalls,
            @Nullable Long maxOutputBytes,
            @Nullable Long maxTokens,
            @Nullable Long maxCostMicros,
            @Nullable Long maxSteps,
            @Nullable Integer maxStepsPerDrive,
            @Nullable Long maxChildRuns) {}
}
