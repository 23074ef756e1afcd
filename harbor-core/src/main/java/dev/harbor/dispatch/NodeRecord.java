package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Is what is on record of the call of a node.
 *
 * @param outcome how it ended, or null when it has to be made
 * @param approval the word of a person that it may be made, or null
 * @param arguments the arguments that the person has given it, or null for its own
 */
public record NodeRecord(
        @Nullable ToolOutcome<Json> outcome,
        @Nullable Approval approval,
        @Nullable Json arguments) {

    /** Nothing is on record. */
    public static final NodeRecord NONE = new NodeRecord(null, null, null);
}
