package dev.harbor.catalog;

import dev.harbor.tool.Tool;
import java.util.List;
import java.util.Objects;

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
     * Makes the tools.
     *
     * @throws dev.harbor.error.ConfigurationException if that can't be done; nothing is installed then
     */
    List<Tool<?, ?>> build();

    /** Returns a factory of one tool that is there already. */
    static ToolFactory of(Tool<?, ?> tool) {
        Objects.requireNonNull(tool, "tool");
        return new ToolFactory() {
            @Override
            public String declaredName() {
                return tool.id().name();
            }

            @Override
            public List<Tool<?, ?>> build() {
                return List.of(tool);
            }
        };
    }
}
