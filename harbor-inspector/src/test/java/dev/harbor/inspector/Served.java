package dev.harbor.inspector;

import com.sun.net.httpserver.HttpServer;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.artifact.Evidence;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.PauseResolved;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.testkit.Gate;
import dev.harbor.testkit.ManualClock;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Is a runtime with an inspector on the JDK's own server, and an operator's browser. Who somebody is says a header. */
final class Served implements AutoCloseable {

    static final Identity ADA = Identity.of("acme", "ada", "s1");
    static final Identity BEN = Identity.of("acme", "ben", "s2");
    static final Identity EVE = Identity.of("umbrella", "eve", "s3");
    static final Duration BOUND = Duration.ofSeconds(60);
    static final String MOUNT = "/ops/inspector";

    final ManualClock clock = ManualClock.create();
    final LiveEvents live = LiveEvents.create();
    final Gate gate = Gate.closed();
    final List<PauseResolved> resolutions = new CopyOnWriteArrayList<>();
    final Journal journal;
    final HarborRuntime runtime;
    final Inspector inspector;
    private final HttpClient browser = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    private Served(Journal journal, UnaryOperator<Inspector.Builder> more) throws IOException {
        this.journal = journal;
        runtime = runtime(journal, live);
        inspector = more.apply(Inspector.builder(runtime)
                        .authorizer(Served::admit)
                        .live(live)
                        .clock(clock))
                .build();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(MOUNT, InspectorHandler.of(inspector));
        server.setExecutor(threads);
        server.start();
    }

    static Served start() {
        return start(builder -> builder);
    }

    static Served start(UnaryOperator<Inspector.Builder> more) {
        return start(InMemoryJournal.create(), more);
    }

    static Served start(Journal journal, UnaryOperator<Inspector.Builder> more) {
        try {
            return new Served(journal, more);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HarborRuntime runtime(Journal journal, LiveEvents events) {
        return HarborRuntime.builder()
                .journal(journal)
                .artifacts(Artifacts.memory())
                .clock(clock)
                .closeGrace(Duration.ZERO)
                .access(ApprovalPolicy.builder()
                        .tools("world.change")
                        .reason("may the world be changed?")
                        .build())
                .planner(this::next)
                .events(events)
                .events(event -> {
                    if (event instanceof PauseResolved resolved) {
                        resolutions.add(resolved);
                    }
                })
                .tools(
                        Tool.json("world.look", ANY, arguments -> arguments)
                                .description("Looks at the world")
                                .effect(SideEffect.READ),
                        Tool.json("world.change", ANY, arguments -> arguments).effect(SideEffect.WRITE),
                        Tool.json("world.hold", ANY, arguments -> {
                                    gate.pass();
                                    return arguments;
                                })
                                .effect(SideEffect.READ),
                        seeing())
                .build();
    }

    private static final Json ANY = Json.parse("{\"type\": \"object\"}");

    private static Tool<Json, Json> seeing() {
        return Tool.json(
                        ToolDefinition.builder(ToolId.of("world.see"), ANY)
                                .effect(SideEffect.READ)
                                .build(),
                        (arguments, context) -> ToolOutput.of(arguments)
                                .evidence(Evidence.observed("sight", arguments).externalId("hill-7")))
                .observes();
    }

    private Decision next(PlanContext context) {
        String tool = context.goal().split(" ", -1)[0];
        if (context.trajectory().size() > 0) {
            return Decision.finish(Json.of(Map.of("summary", "that was " + tool)));
        }
        return tool.equals("ask")
                ? new Decision.RequestPause(PauseReason.AWAIT_INPUT, "which one?", Json.EMPTY_OBJECT)
                : Decision.call("world." + tool, context.input());
    }

    /** Knows some operators; everybody else is a stranger. */
    private static Optional<InspectorAccess> admit(InspectorRequest request) {
        String name = String.valueOf(request.header("X-Operator"));
        return Optional.ofNullable(
                switch (name) {
                    case "root" ->
                        InspectorAccess.everyTenant("root")
                                .withDecisions()
                                .withSteering()
                                .withTools();
                    case "reader" -> InspectorAccess.everyTenant("reader");
                    case "acme" ->
                        InspectorAccess.tenant("olga", "acme").withDecisions().withSteering();
                    case "ada" -> InspectorAccess.user("ada", "acme", "ada");
                    case "session" -> InspectorAccess.session("ada", ADA);
                    case "decider" -> InspectorAccess.everyTenant("decider").withDecisions();
                    case "driver" -> InspectorAccess.everyTenant("driver").withSteering();
                    case "broken" -> throw new IllegalStateException("the directory of secrets is down");
                    default -> null;
                });
    }

    // ---- runs

    RunHandle begin(Identity who, String id, String goal) {
        return begin(who, id, goal, Json.EMPTY_OBJECT);
    }

    RunHandle begin(Identity who, String id, String goal, Json input) {
        return runtime.as(who).start(RunRequest.goal(goal).input(input).id(id));
    }

    void run(Identity who, String id, String goal) {
        run(who, id, goal, Json.EMPTY_OBJECT);
    }

    void run(Identity who, String id, String goal, Json input) {
        begin(who, id, goal, input).await(BOUND);
    }

    Run read(String id) {
        return runtime.operator().run(id).orElseThrow();
    }

    void await(String id, RunState state) {
        Awaitility.await().atMost(BOUND).until(() -> read(id).state() == state);
    }

    String pauseOf(String id) {
        return runtime.operator().pauses(id).get(0).id();
    }

    /** Returns what is on record of a run. */
    String records(String id) {
        try (Stream<JournalRecord> records = journal.read("run/" + id, 1)) {
            return records.map(each -> each.entry().data().toString()).collect(Collectors.joining("\n"));
        }
    }

    // ---- the browser

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    HttpRequest.Builder request(String who, String path) {
        return HttpRequest.newBuilder(address(MOUNT + path))
                .header("X-Operator", who)
                .timeout(BOUND);
    }

    HttpResponse<String> get(String who, String path) {
        return send(request(who, path).build());
    }

    HttpResponse<String> post(String who, String path) {
        return post(who, path, "");
    }

    HttpResponse<String> post(String who, String path, String form, String... headers) {
        HttpRequest.Builder request = request(who, path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return send(request.build());
    }

    HttpResponse<String> send(HttpRequest request) {
        return send(request, HttpResponse.BodyHandlers.ofString());
    }

    <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return browser.send(request, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        gate.open();
        inspector.close();
        server.stop(0);
        threads.shutdownNow();
        runtime.close();
    }
}
