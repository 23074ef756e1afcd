package dev.harbor.dispatch;

import dev.harbor.policy.BreakerState;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

    /** Returns the states of the breakers of the tools that were called; a tool without one is not in it. */
    public Map<ToolId, BreakerState> breakers() {
        Map<ToolId, BreakerState> states = new TreeMap<>(Comparator.comparing(ToolId::toString));
        known.values().forEach(each -> {
            BreakerState state = each.shell().snapshot().breaker();
            if (state != null) {
                states.put(each.definition().id(), state);
            }
        });
        return Collections.unmodifiableMap(states);
    }

    /** Forgets every tool but those, and the steps of those. */
    public void retain(Collection<? extends Tool<?, ?>> tools) {
        Set<Tool<?, ?>> kept = new HashSet<>();
        tools.forEach(tool -> keep(tool, kept));
        known.keySet().retainAll(kept);
    }

    private static void keep(Tool<?, ?> tool, Set<Tool<?, ?>> kept) {
        if (kept.add(tool) && tool.innermost() instanceof Composed composed) {
            composed.steps().forEach(step -> keep(step, kept));
        }
    }
}
