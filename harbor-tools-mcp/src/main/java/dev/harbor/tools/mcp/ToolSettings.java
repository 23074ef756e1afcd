package dev.harbor.tools.mcp;

import dev.harbor.json.Param;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.ToolId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Is the configuration of one tool of a source. */
record ToolSettings(
        @Nullable String name,
        @Nullable String version,
        @Nullable EffectSetting effect,
        @Nullable String description,
        @Nullable String pin,
        @Nullable EvidenceSettings evidence,

        @Param(value = "timeout_ms") @Nullable Long timeoutMillis,
        @Param(value = "max_attempts") @Nullable Integer maxAttempts,

        @Param(defaultValue = "false") boolean idempotent,

        @Param(value = "retryable_errors", defaultValue = "false")
        boolean retryableErrors) {

    McpBinding binding(String remoteName) {
        McpBinding binding = McpBinding.of(remoteName);
        binding = name == null
                ? binding
                : binding.id(ToolId.of(name, version == null ? ToolId.DEFAULT_VERSION : version));
        binding = effect == null ? binding : binding.effect(effect.effect());
        binding = description == null ? binding : binding.description(description);
        binding = pin == null ? binding : binding.pin(pin);
        binding = evidence == null ? binding : binding.evidence(evidence.evidence());
        binding = idempotent ? binding.idempotent() : binding;
        binding = retryableErrors ? binding.retryableErrors() : binding;
        return timeoutMillis == null && maxAttempts == null ? binding : binding.policy(policy());
    }

    private ToolPolicy policy() {
        ToolPolicy.Builder builder = ToolPolicy.builder();
        if (timeoutMillis != null) {
            builder.timeout(Duration.ofMillis(timeoutMillis));
        }
        if (maxAttempts != null) {
            builder.maxAttempts(maxAttempts);
        }
        return builder.build();
    }
}
