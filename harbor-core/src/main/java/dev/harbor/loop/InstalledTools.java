package dev.harbor.loop;

import dev.harbor.tool.ToolIdentity;
import java.util.List;
import java.util.Objects;

/**
 * Is what a source has installed in a loop.
 *
 * <p>Immutable.
 *
 * @param generation the label of the content
 * @param tools what of its tools is durable, in their order
 */
public record InstalledTools(String generation, List<ToolIdentity> tools) {

    /** Copies the list. */
    public InstalledTools {
        Objects.requireNonNull(generation, "generation");
        tools = List.copyOf(tools);
    }
}
