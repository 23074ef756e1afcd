package dev.harbor.testkit;

import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.TransportKind;
import java.util.ArrayList;
import java.util.List;

/** Definitions that differ in everything that a policy or planner may look at. */
final class SampleTools {

    private static final Json SCHEMA =
            Json.parse("{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}}}");

    private SampleTools() {}

    static ToolDefinition.Builder named(String name) {
        return ToolDefinition.builder(ToolId.of(name), SCHEMA);
    }

    static List<ToolDefinition> all() {
        List<ToolDefinition> tools = new ArrayList<>();
        for (SideEffect effect : SideEffect.values()) {
            tools.add(named("sample." + effect.wireName()).effect(effect).build());
        }
        tools.add(named("files.read").effect(SideEffect.READ).tags("files").build());
        tools.add(named("files.read").id(ToolId.of("files.read", "v2")).build());
        tools.add(named("mail.send")
                .effect(SideEffect.EXTERNAL)
                .authScopes("mail.send")
                .build());
        tools.add(named("Größe / 大きさ").description("A name outside of ASCII").build());
        tools.add(named("n".repeat(ToolId.MAX_NAME_LENGTH)).build());
        tools.add(named("remote.tool")
                .source("somewhere")
                .transport(TransportKind.MCP)
                .build());
        tools.add(named("remote.tool")
                .source("elsewhere")
                .transport(TransportKind.HTTP)
                .build());
        return List.copyOf(tools);
    }
}
