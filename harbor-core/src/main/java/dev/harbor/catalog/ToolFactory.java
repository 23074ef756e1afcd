package dev.harbor.catalog;

import dev.harbor.tool.Tool;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Makes the tools of one external definition when a toolset is installed. It may be asked in more than one try and must not have effects outside the
 * tools that it makes.
 *
 * <p>Implementations must be thread-safe.
 */
public interface ToolFactory {

    /** Returns the name under which the definition is declared. */
    String declaredName();

    /**
     * Returns the names of the tools that it makes, so that a name that is taken is refused before anything is made, and other tools than those are refused
     * after. Empty when they are not known before: then they are only checked after.
     */
    default List<String> producedNames() {
        return List.of();
    }

    /** Returns the capabilities without which it can make nothing. It gets these and no others. */
    default Set<Class<?>> requires() {
        return Set.of();
    }

    /**
     * Makes the tools.
     *
     * @throws dev.harbor.error.ConfigurationException if that can't be done; nothing is installed then
     */
    List<Tool<?, ?>> build();

    /**
     * Makes the tools with the capabilities that it requires. Unless overridden it needs none.
     *
     * @throws dev.harbor.error.ConfigurationException if that can't be done; nothing is installed then
     */
    default List<Tool<?, ?>> build(ToolBindings bindings) {
        return build();
    }

    /** Returns a factory of one tool that is there already. */
    static ToolFactory of(Tool<?, ?> tool) {
        Objects.requireNonNull(tool, "tool");
        String name = tool.id().name();
        return new PlainFactory(name, List.of(name), Set.of(), bindings -> List.of(tool));
    }

    /**
     * Returns a factory that says beforehand what it makes and what it needs for that.
     *
     * @param declaredName the name of the definition
     * @param producedNames the names of the tools that {@code code} makes
     * @param requires the capabilities that it needs
     * @param code makes the tools
     */
    static ToolFactory of(
            String declaredName,
            List<String> producedNames,
            Set<Class<?>> requires,
            Function<ToolBindings, List<Tool<?, ?>>> code) {
        return new PlainFactory(declaredName, producedNames, requires, code);
    }
}
