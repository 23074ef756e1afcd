package dev.harbor.tool;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tells a planner what to expect of a tool. Advice only: it is rendered into prompts and decides nothing.
 *
 * <p>Immutable.
 *
 * @param cost what a call costs, such as {@code cheap}, {@code normal} or {@code expensive}; at most 64 characters, or null
 * @param latency how long a call usually takes, or null
 * @param safetyNotes what to mind, at most 1024 characters, or null
 */
public record ToolHints(
        @Nullable String cost,
        @Nullable Duration latency,
        @Nullable String safetyNotes) {

    /** No hints. */
    public static final ToolHints NONE = new ToolHints(null, null, null);

    /**
     * Checks the bounds.
     *
     * @throws InvalidToolDefinition if one is broken
     */
    public ToolHints {
        if (cost != null && cost.length() > 64) {
            throw new InvalidToolDefinition("the cost hint has " + cost.length() + " characters, allowed are 64");
        }
        if (safetyNotes != null && safetyNotes.length() > 1024) {
            throw new InvalidToolDefinition(
                    "the safety notes have " + safetyNotes.length() + " characters, allowed are 1024");
        }
        if (latency != null && latency.isNegative()) {
            throw new InvalidToolDefinition("the latency hint is negative: " + latency);
        }
    }
}
