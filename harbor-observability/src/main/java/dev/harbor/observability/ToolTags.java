package dev.harbor.observability;

import dev.harbor.event.CallProvenance;
import dev.harbor.tool.ToolId;
import io.micrometer.core.instrument.Tags;
import java.util.function.BiConsumer;

/** Makes the tags of a tool: a bounded number of tools, and none that no catalog has. */
final class ToolTags {

    private static final String TOOL = "gen_ai.tool.name";
    private static final Tags OTHER = Tags.of(TOOL, Bounded.OTHER);

    private final Bounded tools;
    private final BiConsumer<ToolId, Tags> seen;

    /**
     * Makes tags.
     *
     * @param most how many tools have tags of their own
     * @param seen is told of each tool that has some, each time
     */
    ToolTags(int most, BiConsumer<ToolId, Tags> seen) {
        this.tools = new Bounded(most);
        this.seen = seen;
    }

    Tags of(CallProvenance call) {
        ToolId tool = call.tool().orElse(null);
        String name = tool == null ? Bounded.OTHER : tools.of(tool.toString());
        if (tool == null || name.equals(Bounded.OTHER)) {
            return OTHER;
        }
        Tags tags = Tags.of(TOOL, name);
        seen.accept(tool, tags);
        return tags;
    }
}
