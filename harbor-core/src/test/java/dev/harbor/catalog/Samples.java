package dev.harbor.catalog;

import dev.harbor.access.ScopeGrants;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Tools to register, and somebody to look for them. */
final class Samples {

    static final Identity ADA = Identity.of("acme", "ada", "s1");
    static final Identity BOB = Identity.of("other", "bob", "s2");
    static final Json ANY_OBJECT = Json.parse("{\"type\":\"object\"}");
    static final Json CLOSED = Json.parse("""
            {"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},
             "required":["city"],"additionalProperties":false}""");

    private Samples() {}

    static Tool<Json, Json> tool(String name) {
        return Tool.json(name, ANY_OBJECT, arguments -> arguments).effect(SideEffect.READ);
    }

    static ExternalToolset toolset(String source, String... names) {
        return ExternalToolset.of(
                source, "g1", Stream.of(names).map(Samples::tool).toList());
    }

    static ToolCatalog catalog(Tool<?, ?>... tools) {
        return ToolCatalog.builder().declare(tools).build();
    }

    static List<String> listed(CatalogSnapshot snapshot) {
        return snapshot.list(CatalogQuery.of(ADA)).stream()
                .map(definition -> definition.id().name())
                .toList();
    }

    static ToolLookup resolve(ToolCatalog catalog, String name) {
        return catalog.snapshot().resolve(name, ADA, ScopeGrants.NONE);
    }

    /** Returns a tool whose code counts how often it was closed. */
    static Tool<Json, Json> closable(String name, AtomicInteger closed) {
        return Tool.of(ToolDefinition.builder(ToolId.of(name), ANY_OBJECT).build(), new Closable(closed));
    }

    private record Closable(AtomicInteger closed) implements ToolInvoker<Json, Json> {

        @Override
        public Json decode(Json arguments) {
            return arguments;
        }

        @Override
        public Json encodeInput(Json input) {
            return input;
        }

        @Override
        public ToolOutput<Json> invoke(Json input, ToolContext context) {
            return ToolOutput.of(input);
        }

        @Override
        public Json encodeResult(Json value, boolean validate) {
            return value;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }
}
