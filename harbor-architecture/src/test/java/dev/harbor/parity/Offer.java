package dev.harbor.parity;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.Tool;
import dev.harbor.transport.ToolSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Is what a {@link Road} brings: a tool, or a source that has it.
 *
 * @param access what to close after the runtime
 */
record Offer(@Nullable Tool<?, ?> tool, @Nullable ToolSource source, AutoCloseable access) {

    static Offer of(Tool<?, ?> tool, AutoCloseable access) {
        return new Offer(tool, null, access);
    }

    static Offer of(ToolSource source, AutoCloseable access) {
        return new Offer(null, source, access);
    }

    HarborRuntime.Builder register(HarborRuntime.Builder runtime) {
        return tool == null ? runtime.source(Objects.requireNonNull(source)) : runtime.tools(tool);
    }

    /** Delivers the tool as the content of a slot. */
    void deliver(String slot, String generation, Consumer<ExternalToolset> toolsets) {
        if (tool == null) {
            Objects.requireNonNull(source)
                    .start(set -> toolsets.accept(new ExternalToolset(slot, generation, set.definitions())));
        } else {
            toolsets.accept(ExternalToolset.of(slot, generation, List.of(tool)));
        }
    }

    void close() throws Exception {
        if (source != null) {
            source.close();
        }
        access.close();
    }
}
