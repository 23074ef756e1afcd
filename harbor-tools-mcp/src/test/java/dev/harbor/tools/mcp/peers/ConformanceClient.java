package dev.harbor.tools.mcp.peers;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.mcp.McpSource;
import dev.harbor.tools.mcp.McpTools;
import dev.harbor.transport.SourceState;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Is the client that the public conformance suite tests: a program over the public API that does what a scenario asks for. The address of the server is its last
 * argument; everything else comes in variables.
 */
public final class ConformanceClient {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");

    private final String scenario;
    private final Json context;
    private final McpSource source;
    private final HarborRuntime runtime;
    private final Caller caller;

    private ConformanceClient(String scenario, Json context, URI server) {
        this.scenario = scenario;
        this.context = context;
        this.source = McpTools.http("peer", server)
                .allowLoopback()
                .elicitation()
                .resources()
                .prompts();
        this.runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .source(source)
                .build();
        this.caller = runtime.as(ADA);
    }

    /** Does what the scenario asks for, and exits with 0 if that worked. */
    public static void main(String[] arguments) {
        String scenario = System.getenv().getOrDefault("MCP_CONFORMANCE_SCENARIO", "initialize");
        Json context = Json.parse(System.getenv().getOrDefault("MCP_CONFORMANCE_CONTEXT", "{}"));
        ConformanceClient client =
                new ConformanceClient(scenario, context, URI.create(arguments[arguments.length - 1]));
        boolean served = client.drive();
        client.runtime.close();
        System.exit(served ? 0 : 1);
    }

    private boolean drive() {
        if (source.state() == SourceState.DOWN || source.state() == SourceState.STARTING) {
            System.err.println("no connection: " + source.trouble());
            return false;
        }
        switch (scenario) {
            case "initialize", "json-schema-ref-no-deref" -> System.err.println(source.tools());
            case "sep-2322-client-request-state" -> requestState();
            case "http-custom-headers" -> contextCalls();
            case "http-standard-headers" -> names().forEach(this::call);
            case "json-schema-2020-12-preservation" -> echoSchema();
            default -> names().stream().findFirst().ifPresent(this::call);
        }
        return true;
    }

    private List<String> names() {
        return caller.tools().stream().map(tool -> tool.id().name()).toList();
    }

    private void requestState() {
        List<String> rounds =
                names().stream().filter(name -> name.contains("test_mrtr_")).toList();
        rounds.forEach(this::call);
    }

    private void contextCalls() {
        for (Json wanted : context.get("toolCalls").map(Json::elements).orElse(List.of())) {
            String name = wanted.get("name").orElseThrow().asString();
            report(name, caller.call("peer." + name, wanted.get("arguments").orElse(Json.EMPTY_OBJECT)));
        }
    }

    private void echoSchema() {
        System.err.println(names());
    }

    private void call(String tool) {
        ToolDefinition definition = caller.tools().stream()
                .filter(each -> each.id().name().equals(tool))
                .findFirst()
                .orElseThrow();
        report(tool, caller.call(tool, arguments(definition.inputSchema())));
    }

    /** Answers a call that asks something with consent and no content, so that what is filled in are the defaults. */
    private void report(String tool, ToolOutcome<Json> outcome) {
        System.err.println(tool + ": " + outcome);
        if (outcome instanceof ToolOutcome.Paused<Json> paused) {
            Json answer = Json.of(Map.of("action", "accept", "content", content()));
            ResolvedPause resolved = caller.resolvePause(paused.token(), Resolution.resume("ada", answer));
            Optional.ofNullable(resolved.run()).ifPresent(run -> System.err.println(run.await(Duration.ofSeconds(20))));
        }
    }

    private Map<String, Object> content() {
        return scenario.equals("sep-2322-client-request-state") ? Map.of("confirmed", true) : Map.of();
    }

    private static Json arguments(Json schema) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        schema.get("properties")
                .map(Json::members)
                .orElse(Map.of())
                .forEach((name, property) -> arguments.put(name, sample(property)));
        return Json.of(arguments);
    }

    private static Object sample(Json property) {
        return switch (property.get("type")
                .filter(type -> type.kind() == Json.Kind.STRING)
                .map(Json::asString)
                .orElse("")) {
            case "number", "integer" -> 5;
            case "boolean" -> true;
            case "array" -> List.of();
            case "object" -> Map.of();
            default -> "text";
        };
    }
}
