package dev.harbor.tools.a2a.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Is a runtime that is served as an agent by the JDK's server on loopback: what its runs do is the first word of their goals. */
final class Site implements AutoCloseable {

    static final Identity ADA = Identity.of("acme", "ada", "session-1");
    static final Identity BOB = Identity.of("acme", "bob", "session-2");

    final List<String> executed = new CopyOnWriteArrayList<>();
    final Gate gate = Gate.closed();

    /** Holds back the answers of streams while it is closed. */
    volatile Gate streams = opened();

    final HarborRuntime runtime;
    final A2aServer server;
    final Journal journal;
    final ArtifactStore stored = Artifacts.memoryStore();
    final LoopDefinition talk;
    private final @Nullable Site sibling;
    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private Site(
            Journal journal, int port, UnaryOperator<A2aServer.Builder> more, UnaryOperator<HarborRuntime.Builder> host)
            throws IOException {
        this(journal, port, more, host, null);
    }

    private Site(
            Journal journal,
            int port,
            UnaryOperator<A2aServer.Builder> more,
            UnaryOperator<HarborRuntime.Builder> host,
            @Nullable Site sibling)
            throws IOException {
        this.journal = journal;
        this.sibling = sibling;
        this.talk = talk();
        this.runtime = host.apply(HarborRuntime.builder()
                        .artifacts(Artifacts.over(stored))
                        .journal(journal)
                        .planner(Site::next)
                        .access(ApprovalPolicy.builder().tools("door.paint").build())
                        .tools(
                                tool("work.count", this::count),
                                tool("work.wait", this::hold),
                                tool("work.look", this::hold).effect(SideEffect.READ),
                                tool("door.paint", goal -> "painted by word"),
                                file()))
                .build();
        this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        this.server = more.apply(
                        A2aServer.builder(runtime, journal, sibling == null ? url() : sibling.url(), Site::identify)
                                .describe("Site", "Does what it is told", "1.0.0")
                                .skill(A2aSkill.run("do", "Do", "Does it", Site::request)
                                        .tags("t"))
                                .skill(A2aSkill.tool("count", "Count", "Counts", "work.count"))
                                .skill(A2aSkill.loop("talk", "Talk", "Talks, and remembers what was said", talk))
                                .bearer()
                                .limits(quick().build())
                                .sweep(Duration.ofMillis(50)))
                .build();
        http.createContext("/agents/site", this::serve);
        http.setExecutor(threads);
        http.start();
    }

    private LoopDefinition talk() {
        return LoopDefinition.builder("talk")
                .tools(
                        tool("work.count", this::count),
                        tool("work.wait", this::hold),
                        tool("work.look", this::hold).effect(SideEffect.READ),
                        tool("door.paint", goal -> "painted by word"))
                .maxQueued(3)
                .build();
    }

    private static Gate opened() {
        Gate gate = Gate.closed();
        gate.open();
        return gate;
    }

    static Site start() throws IOException {
        return start(builder -> builder);
    }

    static Site start(UnaryOperator<A2aServer.Builder> more) throws IOException {
        return start(InMemoryJournal.create(), 0, more);
    }

    static Site start(Journal journal, int port, UnaryOperator<A2aServer.Builder> more) throws IOException {
        return start(journal, port, more, host -> host);
    }

    static Site start(
            Journal journal, int port, UnaryOperator<A2aServer.Builder> more, UnaryOperator<HarborRuntime.Builder> host)
            throws IOException {
        return new Site(journal, port, more, host);
    }

    static A2aServerLimits.Builder quick() {
        return A2aServerLimits.builder().look(Duration.ofMillis(50)).cancel(Duration.ofSeconds(20));
    }

    /** Starts another process of the same agent, over the same journal. */
    static Site beside(Site sibling) throws IOException {
        return new Site(sibling.journal, 0, builder -> builder, host -> host, sibling);
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/agents/site";
    }

    int port() {
        return http.getAddress().getPort();
    }

    Caller ada() {
        return runtime.as(ADA);
    }

    /** The token is the name; nobody else is known. */
    private static Optional<Identity> identify(A2aRequest request) {
        return switch (request.headerOr("Authorization", "")) {
            case "Bearer ada" -> Optional.of(ADA);
            case "Bearer bob" -> Optional.of(BOB);
            case "Bearer breaks" -> throw new IllegalStateException("the directory with the s3cret is down");
            default -> Optional.empty();
        };
    }

    private static RunRequest request(A2aMessage message) {
        return RunRequest.goal(message.text()).input(message.input());
    }

    private static Tool<Json, Json> tool(String name, Work work) {
        Json schema = Json.parse("{\"type\":\"object\",\"properties\":{\"goal\":{\"type\":\"string\"}}}");
        return Tool.json(
                        name,
                        schema,
                        in -> Json.of(work.of(in.get("goal").map(Json::asString).orElse(""))))
                .description("Works")
                .effect(SideEffect.EXTERNAL);
    }

    @FunctionalInterface
    private interface Work {

        String of(String goal) throws Exception;
    }

    private static Tool<Json, Json> file() {
        Json schema = Json.parse("{\"type\":\"object\",\"properties\":{}}");
        return Tool.json(ToolDefinition.builder(ToolId.of("file.make"), schema).build(), (in, context) -> {
                    byte[] content = "bytes of a file".getBytes(StandardCharsets.UTF_8);
                    String ref = context.artifacts()
                            .put(
                                    content,
                                    ArtifactOptions.of("application/x-thing").filename("thing.bin"))
                            .ref()
                            .id();
                    return ToolOutput.of(Json.of(Map.of("file", Map.of("ref", ref))));
                })
                .effect(SideEffect.EXTERNAL);
    }

    private String count(String goal) {
        executed.add(goal);
        return "number " + executed.size();
    }

    private String hold(String goal) throws InterruptedException {
        executed.add(goal);
        gate.pass();
        return "waited";
    }

    private static Decision next(PlanContext context) {
        List<Observation> seen = new ArrayList<>();
        context.trajectory().steps().forEach(step -> seen.addAll(step.observations()));
        String goal = context.goal();
        String rest = goal.substring(goal.indexOf(' ') + 1);
        switch (goal.split(" ", -1)[0]) {
            case "relay":
                return Relay.next(context);
            case "echo":
                return Decision.finish(Json.of(rest));
            case "input":
                return Decision.finish(context.input());
            case "huge":
                return Decision.finish(Json.of("x".repeat(Integer.parseInt(rest) * 1024)));
            case "fail":
                return new Decision.Finish(FinishReason.NO_PATH, Json.of("the oven broke"));
            case "ask":
                return asked(seen);
            case "wait":
                return call("work.wait", goal, seen);
            case "look":
                return call("work.look", goal, seen);
            case "paint":
                return call("door.paint", goal, seen);
            case "file":
                return call("file.make", goal, seen);
            default:
                return call("work.count", goal, seen);
        }
    }

    private static Decision asked(List<Observation> seen) {
        List<String> answers = seen.stream()
                .filter(each -> each.status().equals("input"))
                .map(each -> each.content().asString())
                .toList();
        if (answers.isEmpty() || answers.get(answers.size() - 1).equals("maybe")) {
            String question = answers.isEmpty() ? "which colour?" : "are you sure?";
            return new Decision.RequestPause(PauseReason.AWAIT_INPUT, question, Json.of(Map.of("form", "colour")));
        }
        return Decision.finish(Json.of("painted " + answers.get(answers.size() - 1)));
    }

    private static Decision call(String tool, String goal, List<Observation> seen) {
        if (seen.isEmpty()) {
            return Decision.call(tool, tool.equals("file.make") ? Json.EMPTY_OBJECT : Json.of(Map.of("goal", goal)));
        }
        Observation last = seen.get(seen.size() - 1);
        return new Decision.Finish(last.isSuccess() ? FinishReason.GOAL : FinishReason.NO_PATH, last.content());
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath().substring("/agents/site".length());
        A2aRequest request = A2aRequest.of(
                exchange.getRequestMethod(),
                path,
                exchange.getRequestURI().getRawQuery(),
                exchange.getRequestHeaders(),
                exchange.getRequestBody());
        try (exchange;
                A2aResponse response = server.handle(request)) {
            if (response.isStream()) {
                streams.passUninterruptibly();
            }
            response.headers().forEach(exchange.getResponseHeaders()::set);
            long length = response.isStream() ? 0 : response.length() == 0 ? -1 : response.length();
            exchange.sendResponseHeaders(response.status(), length);
            response.writeTo(exchange.getResponseBody());
        }
    }

    /** Ends the server, the runtime and the journal. */
    @Override
    public void close() {
        gate.open();
        streams.open();
        server.close();
        http.stop(0);
        threads.shutdownNow();
        runtime.close();
        if (sibling == null) {
            journal.close();
        }
    }
}
