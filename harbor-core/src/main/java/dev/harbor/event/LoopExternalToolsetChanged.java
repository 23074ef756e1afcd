package dev.harbor.event;

import dev.harbor.identity.Identity;
import dev.harbor.tool.ToolIdentity;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A source has other tools in a loop, from its next turn on. It belongs to no turn, even if one is running. What of the tools is told, and recorded, is their
 * identity alone.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param loop the id of the loop, unique in the session
 * @param eventId names this change, not empty
 * @param at when
 * @param source whose tools they are, 1 to {@value #MAX_SOURCE_BYTES} bytes of UTF-8
 * @param generation the label of the content, 1 to {@value #MAX_GENERATION_BYTES} bytes of UTF-8
 * @param tools the tools in their order, each name once, at most {@value #MAX_TOOLS}; empty when the slot was cleared
 */
public record LoopExternalToolsetChanged(
        Identity identity,
        String loop,
        String eventId,
        Instant at,
        String source,
        String generation,
        List<ToolIdentity> tools)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "loop.external_toolset_changed";

    /** The most bytes that the name of a source may have. */
    public static final int MAX_SOURCE_BYTES = 64;

    /** The most bytes that the label of a generation may have. */
    public static final int MAX_GENERATION_BYTES = 128;

    /** The most tools of one source. */
    public static final int MAX_TOOLS = 512;

    /**
     * Copies the list and checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken; the message names the event, the field and the bound
     */
    public LoopExternalToolsetChanged {
        Identity.require(identity);
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(eventId, "eventId");
        bounded("loop", loop, Integer.MAX_VALUE);
        bounded("event_id", eventId, Integer.MAX_VALUE);
        bounded("source", source, MAX_SOURCE_BYTES);
        bounded("generation", generation, MAX_GENERATION_BYTES);
        tools = List.copyOf(Objects.requireNonNull(tools, "tools"));
        if (tools.size() > MAX_TOOLS) {
            throw broken("tools", "has " + tools.size() + " tools, allowed are " + MAX_TOOLS);
        }
        Set<String> names = new HashSet<>();
        for (ToolIdentity tool : tools) {
            if (!names.add(tool.name())) {
                throw broken("tools", "has '" + tool.name() + "' twice");
            }
        }
    }

    private static void bounded(String field, String value, int most) {
        Objects.requireNonNull(value, field);
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1 || bytes > most) {
            throw broken(field, "has " + bytes + " bytes, allowed are 1 to " + most);
        }
    }

    private static IllegalArgumentException broken(String field, String what) {
        return new IllegalArgumentException(TYPE + ": " + field + " " + what);
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Optional<String> runId() {
        return Optional.empty();
    }
}
