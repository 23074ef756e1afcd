package dev.harbor.inspector;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.util.List;

/** Makes toolsets of sources. */
final class Toolsets {

    private Toolsets() {}

    static ExternalToolset of(String source, String generation, String tool, String description) {
        Json any = Json.parse("{\"type\": \"object\"}");
        return ExternalToolset.of(
                source,
                generation,
                List.of(Tool.json(tool, any, arguments -> arguments)
                        .description(description)
                        .effect(SideEffect.READ)));
    }
}
