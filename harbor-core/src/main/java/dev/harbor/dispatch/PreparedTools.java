package dev.harbor.dispatch;

import dev.harbor.tool.Tool;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Prepares each tool once and remembers it as long as some snapshot has it. */
public final class PreparedTools {

    private final ConcurrentMap<Tool<?, ?>, PreparedTool> known = new ConcurrentHashMap<>();
    private final Services services;

    PreparedTools(Services services) {
        this.services = services;
    }

    PreparedTool of(Tool<?, ?> tool) {
        PreparedTool prepared = known.get(tool);
        return prepared != null ? prepared : known.computeIfAbsent(tool, each -> new PreparedTool(each, services));
    }

    /** Forgets every tool but those. */
    public void retain(Collection<? extends Tool<?, ?>> tools) {
        known.keySet().retainAll(Set.copyOf(tools));
    }
}
