package dev.harbor.tools.mcp.peers;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.mcp.McpLimits;
import dev.harbor.tools.mcp.McpSource;
import dev.harbor.tools.mcp.McpTools;
import dev.harbor.transport.SourceState;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Is the client that the public conformance suite tests: a program over the public API that does what a scenario asks for. The address of the server is its last
 * argument; everything else comes in variables.
 */
public final class ConformanceClient {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");

    /** Dozens of clients start at once, on few processors. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final McpLimits LIMITS = McpLimits.STANDARD
            .connect(PATIENCE)
            .probe(PATIENCE)
            .request(PATIENCE)
            .silence(PATIENCE);

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
                .prompts()
                .identity(ADA)
                .limits(LIMITS)
                .policy(ToolPolicy.builder().timeout(PATIENCE).noRetry().build())
                .authorization(AutoConsent.of(scenario, context));
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
            case "json-schema-2020-12-preservation" -> echoSchema();
            case "http-standard-headers" -> names().forEach(this::call);
            default -> names().stream().findFirst().ifPresent(this::call);
        }
        return true;
    }

    private List<String> names() {
        return caller.tools().stream()
                .map(tool -> tool.id().name())
                .filter(name -> name.startsWith("peer."))
                .toList();
    }

    /** Something else is called while the first call waits for its answer. */
    private void requestState() {
        ToolOutcome<Json> waiting = caller.call("peer.test_mrtr_echo_state", Json.EMPTY_OBJECT);
        call("peer.test_mrtr_unrelated");
        report("peer.test_mrtr_echo_state", waiting);
        call("peer.test_mrtr_no_state");
        call("peer.test_mrtr_no_result_type");
    }

    private void echoSchema() {
        Json schema = definition("peer.json_schema_2020_12_tool").inputSchema();
        report("peer.json_schema_echo", caller.call("peer.json_schema_echo", Json.of(Map.of("schema", schema))));
    }

    private void contextCalls() {
        for (Json wanted : context.get("toolCalls").map(Json::elements).orElse(List.of())) {
            String name = wanted.get("name").orElseThrow().asString();
            report(
                    name,
                    caller.call("peer." + name, present(wanted.get("arguments").orElse(Json.EMPTY_OBJECT))));
        }
    }

    /** The suite writes null for what is left out, which the schema of its tool forbids. */
    private static Json present(Json arguments) {
        Map<String, Json> members = new LinkedHashMap<>(arguments.members());
        members.values().removeIf(Json::isNull);
        return Json.of(members);
    }

    private void call(String tool) {
        report(tool, caller.call(tool, arguments(definition(tool).inputSchema())));
    }

    private ToolDefinition definition(String tool) {
        return caller.tools().stream()
                .filter(each -> each.id().name().equals(tool))
                .findFirst()
                .orElseThrow();
    }

    private void report(String tool, ToolOutcome<Json> outcome) {
        System.err.println(tool + ": " + outcome);
        if (outcome instanceof ToolOutcome.Paused<Json> paused) {
            answer(paused.token());
        }
    }

    /** Answers what is asked with what the scenario wants, so that the rest is filled in from defaults. */
    private void answer(String token) {
        ResolvedPause resolved = caller.resolvePause(token, Resolution.resume("ada", Json.of(content())));
        RunHandle run = resolved.run();
        if (run != null) {
            RunResult result = run.await(PATIENCE);
            System.err.println(result.reason() + ": " + result.result());
            result.tokens().forEach(this::answer);
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
