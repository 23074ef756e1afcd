package dev.harbor.contracts;

import dev.harbor.json.Json;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopMode;
import dev.harbor.tool.Tool;

/** Loops that carry turns out themselves keep the contract. */
final class LoopInstallerContractTest extends InstallerOverALoop {

    private static Tool<Json, Json> tool(String name) {
        return Tool.json(name, Json.parse("{\"type\":\"object\"}"), arguments -> arguments);
    }

    @Override
    LoopDefinition definition() {
        return LoopDefinition.builder("native")
                .tools(tool("base"))
                .mode(LoopMode.of("write", tool("declared")))
                .initialMode("")
                .build();
    }

    @Override
    protected String declaredName() {
        return "declared";
    }
}
