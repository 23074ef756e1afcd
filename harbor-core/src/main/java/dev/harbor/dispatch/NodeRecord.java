package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Is what is on record of the call of a node.
 *
 * @param outcome how it ended, or null when it has to be made
 * @param approval the word of a person that it may be made, or null
 * @param arguments the arguments that it has to be made with, because a person has given them or it began with them; null for its own
 * @param resumed what its tool hears that it has waited for, or null
 */
public record NodeRecord(
        @Nullable ToolOutcome<Json> outcome,
        @Nullable Approval approval,
        @Nullable Json arguments,
        @Nullable Resumed resumed) {

    /** Nothing is on record. */
    public static final NodeRecord NONE = new NodeRecord(null, null, null, null);
}
