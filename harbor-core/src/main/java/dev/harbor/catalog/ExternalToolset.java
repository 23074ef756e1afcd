package dev.harbor.catalog;

import dev.harbor.catalog.ToolsetChangeException.Kind;
import dev.harbor.tool.Tool;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Is the whole content of a source's slot. Installing one replaces what was there, all or nothing; an empty one clears the slot.
 *
 * <p>Immutable.
 *
 * @param source who owns the slot, 1 to {@value #MAX_SOURCE_BYTES} bytes of UTF-8 without control characters
 * @param generation labels this content, 1 to {@value #MAX_GENERATION_BYTES} bytes of UTF-8 without control characters; for people and
 *     journals, never ordered
 * @param definitions what makes the tools, at most {@value #MAX_TOOLS}
 */
public record ExternalToolset(String source, String generation, List<ToolFactory> definitions) {

    /** The most tools that a slot may hold. */
    public static final int MAX_TOOLS = 512;

    /** The most bytes that the name of a source may have. */
    public static final int MAX_SOURCE_BYTES = 64;

    /** The most bytes that the label of a generation may have. */
    public static final int MAX_GENERATION_BYTES = 128;

    /**
     * Checks the bounds and copies the list.
     *
     * @throws ToolsetChangeException if one is broken; no factory was asked
     */
    public ExternalToolset {
        checkLabel(Kind.INVALID_EXTERNAL_SOURCE, source, source, MAX_SOURCE_BYTES);
        checkLabel(Kind.INVALID_EXTERNAL_GENERATION, source, generation, MAX_GENERATION_BYTES);
        if (definitions.stream().anyMatch(Objects::isNull)) {
            throw new ToolsetChangeException(Kind.EXTERNAL_BUILD_FAILED, source, null, "a definition is null", null);
        }
        definitions = List.copyOf(definitions);
        if (definitions.size() > MAX_TOOLS) {
            String reason = "a toolset has at most " + MAX_TOOLS + " definitions, got " + definitions.size();
            throw new ToolsetChangeException(Kind.EXTERNAL_BUILD_FAILED, source, null, reason, null);
        }
    }

    /** Returns a toolset of tools that are there already. */
    public static ExternalToolset of(String source, String generation, List<? extends Tool<?, ?>> tools) {
        return new ExternalToolset(
                source,
                generation,
                tools.stream().<ToolFactory>map(ToolFactory::of).toList());
    }

    private static void checkLabel(Kind kind, String source, String label, int maxBytes) {
        Objects.requireNonNull(label, "label");
        int bytes = label.getBytes(StandardCharsets.UTF_8).length;
        if (label.isBlank() || bytes > maxBytes) {
            String reason = "it has " + bytes + " bytes; allowed are 1 to " + maxBytes + ", not all white space";
            throw new ToolsetChangeException(kind, source, null, reason, null);
        }
        if (label.codePoints().anyMatch(Character::isISOControl)) {
            throw new ToolsetChangeException(kind, source, null, "it has control characters", null);
        }
    }
}
