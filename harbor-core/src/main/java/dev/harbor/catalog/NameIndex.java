package dev.harbor.catalog;

import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Leads from names to tools in one lookup. Immutable. */
final class NameIndex {

    private final Map<ToolId, ToolLookup.Found> byId = new HashMap<>();
    private final Map<String, ToolLookup.Found> unique = new HashMap<>();
    private final Map<String, List<ToolLookup.Found>> versions = new HashMap<>();

    NameIndex(Collection<Slot> slots) {
        slots.forEach(this::add);
        versions.forEach((name, all) -> {
            if (all.size() == 1) {
                unique.put(name, all.get(0));
            }
        });
    }

    private void add(Slot slot) {
        for (Tool<?, ?> tool : slot.content().tools()) {
            ToolLookup.Found found = new ToolLookup.Found(tool, slot.availability());
            byId.put(tool.id(), found);
            unique.put(tool.id().toString(), found);
            String wireName = slot.content().wireNames().wireName(tool.id());
            if (wireName != null) {
                unique.put(wireName, found);
            }
            versions.computeIfAbsent(tool.id().name(), key -> new ArrayList<>()).add(found);
        }
    }

    /** Returns what a name without version, an id or a wire name leads to, or null if that is nothing or more than one tool. */
    ToolLookup.@Nullable Found unique(String name) {
        return unique.get(name);
    }

    ToolLookup.@Nullable Found exact(ToolId id) {
        return byId.get(id);
    }

    List<ToolLookup.Found> versions(String name) {
        return versions.getOrDefault(name, List.of());
    }
}
