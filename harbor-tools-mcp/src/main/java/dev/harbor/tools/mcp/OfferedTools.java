package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.tool.Loading;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.TransportKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes tools of what a server offers beside its tools: one reads a resource, one fills in a prompt. They are advertised only when asked for. Immutable. */
record OfferedTools(McpSettings settings, Host host) {

    private static final int LONGEST_DESCRIPTION = 2 << 10;
    private static final int LONGEST_NAME = 128;
    private static final int MOST_ARGUMENTS = 64;

    /**
     * Is what was made of what is offered.
     *
     * @param tool the tool, or null if it was left out
     * @param report what became of it
     */
    record Offered(@Nullable Tool<?, ?> tool, McpToolReport report) {}

    /**
     * Returns what a server offers and the host wants.
     *
     * @throws LinkFailure if a list can't be read
     */
    List<Offered> of(Connection connection) throws InterruptedException {
        List<Offered> all = new ArrayList<>();
        if (settings.resources && connection.spoken().offers("resources")) {
            add(Listing.of(connection, settings.limits, "resources"), "uri", this::resource, all);
        }
        if (settings.prompts && connection.spoken().offers("prompts")) {
            add(Listing.of(connection, settings.limits, "prompts"), "name", this::prompt, all);
        }
        return all;
    }

    private static void add(Listing listing, String named, Function<Json, Tool<?, ?>> maker, List<Offered> all) {
        for (Json entry : listing.entries()) {
            String name = Words.line(RemoteTool.text(entry.get(named)).orElse(""));
            String digest = RemoteTool.digestOf(entry);
            try {
                Tool<?, ?> tool = maker.apply(entry);
                all.add(new Offered(tool, new McpToolReport(name, tool.id(), digest, null)));
            } catch (HarborException | LinkFailure e) {
                String reason = Words.line(String.valueOf(e.getMessage()));
                all.add(new Offered(null, new McpToolReport(name, null, digest, reason)));
            }
        }
    }

    // ---- resources

    private Tool<?, ?> resource(Json entry) {
        String uri = required(entry, "uri");
        String name = RemoteTool.text(entry.get("name"))
                .filter(text -> !text.isBlank())
                .orElse(uri);
        Json schema = Json.of(Map.of("type", "object", "additionalProperties", false));
        ToolDefinition definition = definition("resource", name, schema, "Reads " + uri + ". " + words(entry));
        RemoteCall.Subject subject = new RemoteCall.Subject("resources/read", uri, Map.of("uri", uri), Map.of(), false);
        return tool(definition, (arguments, context) -> contents(result(subject, context)));
    }

    private static ToolOutput<Json> contents(Json result) {
        List<Json> parts = new ArrayList<>();
        result.get("contents")
                .filter(json -> json.kind() == Json.Kind.ARRAY)
                .ifPresent(all -> all.elements().forEach(each -> parts.add(embedded(each))));
        return ResultReader.of(Json.of(Map.of("content", parts))).resource();
    }

    private static Json embedded(Json resource) {
        return Json.of(Map.of("type", "resource", "resource", resource));
    }

    // ---- prompts

    private Tool<?, ?> prompt(Json entry) {
        String name = required(entry, "name");
        ToolDefinition definition = definition("prompt", name, arguments(entry), words(entry));
        return tool(definition, (arguments, context) -> {
            Map<String, Object> params = Map.of("name", name, "arguments", arguments);
            return messages(result(new RemoteCall.Subject("prompts/get", name, params, Map.of(), false), context));
        });
    }

    private static Json arguments(Json entry) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> needed = new ArrayList<>();
        entry.get("arguments").filter(json -> json.kind() == Json.Kind.ARRAY).ifPresent(all -> {
            if (all.elements().size() > MOST_ARGUMENTS) {
                throw LinkFailure.unreadable("a prompt has more than " + MOST_ARGUMENTS + " arguments", null);
            }
            for (Json argument : all.elements()) {
                String name = required(argument, "name");
                properties.put(name, Map.of("type", "string", "description", words(argument)));
                if (argument.get("required").filter(Json.of(true)::equals).isPresent()) {
                    needed.add(name);
                }
            }
        });
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", needed);
        schema.put("additionalProperties", false);
        return Json.of(schema);
    }

    private static ToolOutput<Json> messages(Json result) {
        List<String> lines = new ArrayList<>();
        List<ToolOutput.Block> blocks = new ArrayList<>();
        result.get("messages")
                .filter(json -> json.kind() == Json.Kind.ARRAY)
                .ifPresent(all -> all.elements().forEach(message -> {
                    String role = RemoteTool.text(message.get("role"))
                            .map(Words::line)
                            .orElse("?");
                    List<Json> content = message.get("content").map(List::of).orElse(List.of());
                    ResultReader read = ResultReader.of(Json.of(Map.of("content", content)));
                    ToolOutput<Json> output = read.output();
                    lines.add('[' + role + "] "
                            + (read.text().isEmpty() ? output.value().toString() : read.text()));
                    blocks.addAll(output.blocks());
                }));
        return new ToolOutput<>(Json.string(String.join("\n", lines)), blocks, List.of());
    }

    // ---- both

    private Json result(RemoteCall.Subject subject, ToolContext context) throws InterruptedException {
        return new RemoteCall(host, settings, subject, context).result();
    }

    private Tool<?, ?> tool(ToolDefinition definition, dev.harbor.tool.ToolHandler<Json, ToolOutput<Json>> handler) {
        return Tool.json(definition, handler).policy(settings.policy(null));
    }

    private ToolDefinition definition(String kind, String name, Json schema, String description) {
        String shown = name.length() > LONGEST_NAME ? ToolMaker.disambiguated(name.substring(0, LONGEST_NAME)) : name;
        return ToolDefinition.builder(ToolId.of(ToolMaker.name(settings.alias + '.' + kind + '.' + shown)), schema)
                .transport(TransportKind.MCP)
                .source(settings.name)
                .description(Words.text(description, LONGEST_DESCRIPTION))
                .effect(SideEffect.READ)
                .loading(Loading.DEFERRED)
                .build();
    }

    private static String words(Json entry) {
        return RemoteTool.text(entry.get("description"))
                .or(() -> RemoteTool.text(entry.get("title")))
                .map(text -> Words.text(text, LONGEST_DESCRIPTION))
                .orElse("");
    }

    private static String required(Json entry, String member) {
        return RemoteTool.text(entry.get(member))
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> LinkFailure.unreadable("it has no " + member, null));
    }
}
