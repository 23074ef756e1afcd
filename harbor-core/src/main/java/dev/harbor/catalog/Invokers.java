package dev.harbor.catalog;

import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolInvoker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts in how many slots the code of a tool is, and closes it when it has left the last one: a source may put the same code into generation after
 * generation. Thread-safe.
 */
final class Invokers {

    private static final Logger LOG = LoggerFactory.getLogger(Invokers.class);

    private final IdentityHashMap<ToolInvoker<?, ?>, Integer> slots = new IdentityHashMap<>();

    synchronized void retain(Collection<? extends Tool<?, ?>> tools) {
        tools.forEach(tool -> slots.merge(tool.invoker(), 1, Integer::sum));
    }

    void release(Collection<? extends Tool<?, ?>> tools) {
        leave(tools).forEach(Invokers::close);
    }

    private synchronized List<Tool<?, ?>> leave(Collection<? extends Tool<?, ?>> tools) {
        List<Tool<?, ?>> gone = new ArrayList<>();
        for (Tool<?, ?> tool : tools) {
            if (slots.merge(tool.invoker(), -1, Invokers::sumOrNone) == null) {
                gone.add(tool);
            }
        }
        return gone;
    }

    private static @org.jspecify.annotations.Nullable Integer sumOrNone(int count, int change) {
        return count + change == 0 ? null : count + change;
    }

    /** One tool that fails to close keeps no other one open. */
    private static void close(Tool<?, ?> tool) {
        try {
            tool.invoker().close();
        } catch (RuntimeException e) {
            LOG.warn("tool '{}' was replaced and failed to close", tool.id(), e);
        }
    }
}
