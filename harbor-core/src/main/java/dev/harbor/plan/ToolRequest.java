package dev.harbor.plan;

import dev.harbor.json.Json;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is a call that a planner wants.
 *
 * <p>Immutable.
 *
 * @param tool the name of a tool, with {@code @vN} for a version, or its wire name
 * @param arguments what to call it with; text of a model need not be valid JSON
 * @param callId an id of the provider's, or null; the runtime assigns ids that are unique in any case
 */
public record ToolRequest(
        String tool, Json arguments, @Nullable String callId) {

    /** Checks that nothing mandatory is missing. */
    public ToolRequest {
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(arguments, "arguments");
    }

    /** Returns a request without an id. */
    public static ToolRequest of(String tool, Json arguments) {
        return new ToolRequest(tool, arguments, null);
    }
}
