package dev.harbor.tools.openapi;

import dev.harbor.catalog.ToolFactory;
import dev.harbor.tool.Tool;
import java.util.List;

/** Makes tools that say that they come from a document. Immutable. */
record MarkedFactory(ToolFactory http) implements ToolFactory {

    @Override
    public String declaredName() {
        return http.declaredName();
    }

    @Override
    public List<String> producedNames() {
        return http.producedNames();
    }

    @Override
    public List<Tool<?, ?>> build() {
        return http.build().stream().<Tool<?, ?>>map(MarkedFactory::marked).toList();
    }

    private static Tool<?, ?> marked(Tool<?, ?> tool) {
        return tool.define(definition -> definition.transport(OpenApiTransport.KIND));
    }
}
