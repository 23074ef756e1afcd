package dev.harbor.catalog;

import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is what one owner brings into a catalog: tools, sorted and named for models. Immutable. */
final class OwnedTools {

    private final List<Tool<?, ?>> tools;
    private final WireNames wireNames;
    private final Set<String> reserved = new HashSet<>();

    private OwnedTools(List<Tool<?, ?>> tools) {
        this.tools = tools;
        this.wireNames = WireNames.of(tools.stream().map(Tool::id).toList());
        tools.forEach(tool -> reserved.addAll(namesOf(tool.id())));
    }

    /**
     * Returns tools whose ids differ.
     *
     * @throws dev.harbor.tool.InvalidToolDefinition if one can't be named for models
     */
    static OwnedTools of(Collection<Tool<?, ?>> tools) {
        return new OwnedTools(
                tools.stream().sorted(Comparator.comparing(Tool::id)).toList());
    }

    /** Returns tools whose ids differ, like {@link #of}, in the order that they are given in. */
    static OwnedTools inOrder(Collection<? extends Tool<?, ?>> tools) {
        return new OwnedTools(List.copyOf(tools));
    }

    List<Tool<?, ?>> tools() {
        return tools;
    }

    /** Tells whether a name is one by which a tool of these may be reached. */
    boolean claims(String name) {
        return reserved.contains(name);
    }

    WireNames wireNames() {
        return wireNames;
    }

    /** Returns a tool of these that claims a name which is reserved for another owner, or null. */
    @Nullable
    Tool<?, ?> claimantAgainst(OwnedTools other) {
        for (Tool<?, ?> tool : tools) {
            if (namesOf(tool.id()).stream().anyMatch(other.reserved::contains)) {
                return tool;
            }
        }
        return null;
    }

    /** Returns every name that may lead to a tool, now or when its siblings have gone. */
    private Set<String> namesOf(ToolId id) {
        Set<String> names = new HashSet<>();
        names.add(id.name());
        add(names, wireNames.wireName(id));
        add(names, WireName.natural(id));
        return names;
    }

    private static void add(Set<String> names, @Nullable String name) {
        if (name != null) {
            names.add(name);
        }
    }
}
