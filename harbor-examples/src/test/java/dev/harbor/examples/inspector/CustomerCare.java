package dev.harbor.examples.inspector;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.artifact.Evidence;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.inspector.Inspector;
import dev.harbor.inspector.InspectorAccess;
import dev.harbor.inspector.InspectorHandler;
import dev.harbor.inspector.InspectorRequest;
import dev.harbor.inspector.LiveEvents;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.run.BudgetLimits;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.testkit.ManualClock;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Is a service whose agents answer customers and refund them when a person approves, with an inspector for who has logged in. */
final class CustomerCare implements AutoCloseable {

    private static final Json ANY = Json.parse("{\"type\": \"object\"}");
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final ManualClock clock = ManualClock.create();
    private final LiveEvents live = LiveEvents.create();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HarborRuntime runtime;
    private final Inspector inspector;
    private final HttpServer server;

    CustomerCare() throws IOException {
        runtime = runtime();
        inspector = Inspector.builder(runtime)
                .live(live)
                .clock(clock)
                .authorizer(CustomerCare::accessOf)
                .build();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/inspector", InspectorHandler.of(inspector));
        server.createContext("/login", CustomerCare::logIn);
        server.setExecutor(threads);
        server.start();
    }

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private static void logIn(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Set-Cookie", "login=olga; HttpOnly; SameSite=Strict; Path=/");
            exchange.getResponseHeaders().set("Location", "/inspector/");
            exchange.sendResponseHeaders(303, -1);
        }
    }

    private static Optional<InspectorAccess> accessOf(InspectorRequest request) {
        return "login=olga".equals(request.header("Cookie"))
                ? Optional.of(InspectorAccess.everyTenant("olga")
                        .withDecisions()
                        .withSteering()
                        .withTools())
                : Optional.empty();
    }

    // ---- what its agents do

    private HarborRuntime runtime() {
        return HarborRuntime.builder()
                .journal(InMemoryJournal.create())
                .artifacts(Artifacts.memory())
                .clock(clock)
                .closeGrace(Duration.ZERO)
                .events(live)
                .planner(CustomerCare::next)
                .access(ApprovalPolicy.builder()
                        .tools("payments.refund")
                        .reason("May this customer be refunded?")
                        .build())
                .tools(
                        seeing("orders.find", Duration.ofMillis(340)),
                        tool("stock.check", SideEffect.READ, Duration.ofMillis(1_240))
                                .description("Tells how much of an item is left"),
                        tool("carrier.track", SideEffect.READ, Duration.ofMillis(2_870))
                                .description("Tells where a parcel is"),
                        failing("reviews.read"),
                        tool("payments.refund", SideEffect.WRITE, Duration.ofMillis(910))
                                .idempotent()
                                .description("Sends money back to who paid"),
                        tool("mail.send", SideEffect.EXTERNAL, Duration.ofMillis(480))
                                .description("Writes to a customer"))
                .build();
    }

    private Tool<Json, Json> tool(String name, SideEffect effect, Duration takes) {
        return Tool.json(name, ANY, arguments -> {
                    clock.advance(takes);
                    return arguments;
                })
                .effect(effect);
    }

    private Tool<Json, Json> failing(String name) {
        return Tool.json(name, ANY, arguments -> {
                    clock.advance(Duration.ofMillis(620));
                    throw ToolFailed.permanent("the reviews of this shop are closed");
                })
                .description("Reads what customers say")
                .effect(SideEffect.READ);
    }

    private Tool<Json, Json> seeing(String name, Duration takes) {
        ToolDefinition definition = ToolDefinition.builder(ToolId.of(name), ANY)
                .description("Finds an order")
                .effect(SideEffect.READ)
                .build();
        return Tool.json(definition, (arguments, context) -> {
                    clock.advance(takes);
                    return ToolOutput.of(arguments)
                            .evidence(Evidence.observed("order", arguments).externalId("A-1047"));
                })
                .observes();
    }

    private static Decision next(PlanContext context) {
        Json input = context.input();
        return switch (context.trajectory().size()) {
            case 0 -> Decision.call("orders.find", input);
            case 1 -> Decision.call("stock.check", input);
            case 2 -> Decision.call("carrier.track", input);
            case 3 -> Decision.call("reviews.read", input);
            case 4 ->
                context.goal().startsWith("Refund")
                        ? Decision.call("payments.refund", input)
                        : Decision.call("mail.send", input);
            default -> Decision.finish(Json.of(Map.of("summary", "The customer was answered.")));
        };
    }

    // ---- runs

    void passed(Duration time) {
        clock.advance(time);
    }

    void begin(String tenant, String user, String id, String goal) {
        runtime.as(Identity.of(tenant, user, "chat-7"))
                .start(RunRequest.goal(goal)
                        .id(id)
                        .input(Json.of(
                                Map.of("order", "A-1047", "amount", "49.00 EUR", "api_key", "sk-live-0123456789")))
                        .limits(BudgetLimits.builder()
                                .maxToolCalls(8)
                                .maxSteps(10)
                                .maxElapsed(Duration.ofHours(1))
                                .build()))
                .await(BOUND);
    }

    @Override
    public void close() {
        inspector.close();
        server.stop(0);
        threads.shutdownNow();
        runtime.close();
    }
}
