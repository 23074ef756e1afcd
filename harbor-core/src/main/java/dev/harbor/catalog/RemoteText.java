package dev.harbor.catalog;

import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolExample;
import dev.harbor.tool.ToolHints;
import org.jspecify.annotations.Nullable;

/**
 * Cleans the words of external tools: nothing stays in them that a person would not see but a model would read, or that moves a terminal's cursor. Schemas
 * pass unchanged. Architecture section 17.
 *
 * <p>Thread-safe.
 */
public final class RemoteText {

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    /** Selectors of glyph variants that text can be hidden in. */
    private static final int FIRST_HIDDEN_SELECTOR = 0xE0100;

    private static final int LAST_HIDDEN_SELECTOR = 0xE01EF;

    private RemoteText() {}

    /** Returns the tool as it is registered under a source. */
    static <I, O> Tool<I, O> adopt(Tool<I, O> tool, String source) {
        ToolDefinition definition = tool.definition();
        return tool.define(builder -> builder.source(source)
                .description(clean(definition.description()))
                .tags(definition.tags().stream().map(RemoteText::clean).toArray(String[]::new))
                .hints(clean(definition.hints()))
                .examples(definition.examples().stream().map(RemoteText::clean).toArray(ToolExample[]::new)));
    }

    /** Returns the text without what is not to be seen; line ends become newlines. Bounds no length. */
    public static String clean(String text) {
        if (text.codePoints().allMatch(RemoteText::isKept)) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        text.replace("\r\n", "\n")
                .replace('\r', '\n')
                .replace('\u2028', '\n')
                .replace('\u2029', '\n')
                .codePoints()
                .filter(RemoteText::isKept)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static ToolHints clean(ToolHints hints) {
        return new ToolHints(cleanOrNull(hints.cost()), hints.latency(), cleanOrNull(hints.safetyNotes()));
    }

    private static ToolExample clean(ToolExample example) {
        return new ToolExample(
                clean(example.description()),
                example.arguments(),
                example.tags().stream().map(RemoteText::clean).toList());
    }

    private static @Nullable String cleanOrNull(@Nullable String text) {
        return text == null ? null : clean(text);
    }

    private static boolean isKept(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL -> point == '\n' || point == '\t';
            // Other invisible characters hide text or turn its direction; these two are part of how some scripts and
            // emoji are written.
            case Character.FORMAT -> point == ZERO_WIDTH_NON_JOINER || point == ZERO_WIDTH_JOINER;
            case Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> point < FIRST_HIDDEN_SELECTOR || point > LAST_HIDDEN_SELECTOR;
        };
    }
}
