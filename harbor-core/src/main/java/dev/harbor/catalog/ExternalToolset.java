package dev.harbor.catalog;

import dev.harbor.tool.Tool;
import java.util.List;
import java.util.Objects;

/**
 * Is the whole content of a source's slot. Installing one replaces what was there, all or nothing; an empty one clears the slot.
 *
 * <p>Immutable.
 *
 * @param source who owns the slot, 1 to 128 characters
 * @param generation labels this content, 1 to 128 characters; for people and journals, never compared
 * @param definitions what makes the tools, at most {@value #MAX_TOOLS}
 */
public record ExternalToolset(String source, String generation, List<ToolFactory> definitions) {

    /** The most tools that a slot may hold. */
    public static final int MAX_TOOLS = 512;

    private static final int MAX_LABEL_LENGTH = 128;

    /**
     * Checks the bounds and copies the list.
     *
     * @throws IllegalArgumentException if one is broken
     */
    public ExternalToolset {
        checkLabel("source", source);
        checkLabel("generation", generation);
        definitions = List.copyOf(definitions);
        if (definitions.size() > MAX_TOOLS) {
            throw new IllegalArgumentException(
                    "a toolset has at most " + MAX_TOOLS + " tools, got " + definitions.size());
        }
    }

    /** Returns a toolset of tools that are there already. */
    public static ExternalToolset of(String source, String generation, List<? extends Tool<?, ?>> tools) {
        return new ExternalToolset(
                source,
                generation,
                tools.stream().<ToolFactory>map(ToolFactory::of).toList());
    }

    private static void checkLabel(String what, String label) {
        Objects.requireNonNull(label, what);
        if (label.isBlank() || label.length() > MAX_LABEL_LENGTH) {
            throw new IllegalArgumentException(
                    "the " + what + " of a toolset has 1 to " + MAX_LABEL_LENGTH + " characters");
        }
    }
}
