package dev.harbor.tool;

import dev.harbor.json.Json;
import java.util.List;
import java.util.Objects;

/**
 * Shows a planner how a tool is called. The arguments are checked against the tool's schema when it is registered.
 *
 * <p>Immutable.
 *
 * @param description when one would call it like this; may be empty
 * @param arguments an object
 * @param tags used to rank examples: {@code minimal}, {@code common}, {@code edge-case}
 */
public record ToolExample(String description, Json arguments, List<String> tags) {

    /**
     * Copies the list.
     *
     * @throws InvalidToolDefinition if the arguments are not an object
     */
    public ToolExample {
        Objects.requireNonNull(description, "description");
        tags = List.copyOf(tags);
        if (arguments.kind() != Json.Kind.OBJECT) {
            throw new InvalidToolDefinition("the arguments of an example must be an object, got " + arguments.kind());
        }
    }
}
