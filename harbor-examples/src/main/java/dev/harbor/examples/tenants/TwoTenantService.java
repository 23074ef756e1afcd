package dev.harbor.examples.tenants;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.access.AccessPolicy;
import dev.harbor.access.RestrictionPolicy;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Serves two tenants at once over HTTP, with one runtime inside. It listens on the loopback interface only.
 *
 * <p>The path says on whose behalf a request is made, so that the example needs no accounts. A real service takes tenant and user from credentials that it
 * has verified, and never from what the client claims.
 */
public final class TwoTenantService implements AutoCloseable {

    private static final Set<String> TENANTS = Set.of(TenantTools.ACME, TenantTools.GLOBEX);
    private static final AccessPolicy ACCESS =
            RestrictionPolicy.allowing(SideEffect.PURE, SideEffect.READ, SideEffect.WRITE);
    private static final int MAX_BODY_BYTES = 1 << 20;
    private static final int THREADS = 32;
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final AtomicBoolean closed = new AtomicBoolean();
    private final InFlight inFlight = new InFlight();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final HarborRuntime runtime;
    private final HttpServer server;

    private TwoTenantService(int port, List<Tool<?, ?>> more) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        runtime = HarborRuntime.builder()
                .tools(new TenantTools().all())
                .tools(more)
                .artifacts(Artifacts.memory())
                .access(ACCESS)
                .build();
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /**
     * Starts a service.
     *
     * @param port where it listens; 0 for any free port
     * @throws IOException if it can't listen there
     */
    public static TwoTenantService start(int port) throws IOException {
        return start(port, List.of());
    }

    /** Starts a service that has more tools, for tests. */
    static TwoTenantService start(int port, List<Tool<?, ?>> more) throws IOException {
        return new TwoTenantService(port, more);
    }

    /** Serves until the process is told to stop. Takes a port, or nothing for any free one. */
    public static void main(String[] arguments) {
        String port = arguments.length == 0 ? "0" : arguments[0];
        try {
            announce(start(Integer.parseInt(port)));
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("can't serve on port " + port + ": " + e.getMessage());
            System.exit(2);
        }
    }

    private static void announce(TwoTenantService service) {
        Runtime.getRuntime().addShutdownHook(new Thread(service::close, "shutdown"));
        String session = "http://127.0.0.1:" + service.port() + "/tenants/acme/users/ada/sessions/1";
        System.out.println("Serving the tenants acme and globex. Try:");
        System.out.println("  curl -s " + session + "/tools");
        System.out.println("  curl -s -d '{\"text\": \"bolt\"}' " + session + "/calls/stock.find");
        System.out.println("  curl -s -d '{}' " + session + "/calls/stock.export");
        System.out.println("Ctrl-C stops it; what is being answered is answered first.");
    }

    /** Returns where it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Turns new requests away, waits for those that are being answered, ten seconds at most, and lets go of everything. May be called more than once. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            inFlight.drain(GRACE);
            server.stop(0);
            threads.shutdownNow();
            runtime.close();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        boolean entered = inFlight.enter();
        try (exchange) {
            if (entered) {
                serve(exchange);
            } else {
                exchange.getResponseHeaders().set("Connection", "close");
                send(exchange, Answer.error(503, "CLOSING", "the service is stopping"));
            }
        } finally {
            // Only after the exchange is closed, because that is when the last of the answer leaves.
            if (entered) {
                inFlight.leave();
            }
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        try {
            Route route = Route.of(exchange.getRequestURI().getRawPath(), TENANTS);
            requireMethod(exchange, route.target().method());
            Caller caller = runtime.as(route.identity());
            switch (route.target()) {
                case TOOLS -> send(exchange, tools(caller));
                case CALLS -> send(exchange, call(exchange, caller, route.name()));
                case ARTIFACTS -> sendArtifact(exchange, caller, route.name());
            }
        } catch (Refusal refused) {
            send(exchange, refused.answer());
        }
    }

    private static void requireMethod(HttpExchange exchange, String method) throws Refusal {
        if (!exchange.getRequestMethod().equals(method)) {
            exchange.getResponseHeaders().set("Allow", method);
            throw new Refusal(405, "METHOD_NOT_ALLOWED", "this path only takes " + method);
        }
    }

    private static Answer tools(Caller caller) {
        return new Answer(
                200,
                Json.of(Map.of(
                        "tools",
                        caller.tools().stream().map(TwoTenantService::describe).toList())));
    }

    private static Map<String, Object> describe(ToolDefinition tool) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", tool.id().name());
        members.put("description", tool.description());
        members.put("effect", tool.effect().wireName());
        members.put("arguments", tool.inputSchema());
        return members;
    }

    private static Answer call(HttpExchange exchange, Caller caller, String tool) throws IOException, Refusal {
        String home = exchange.getRequestURI().getRawPath().replaceFirst("/calls/[^/]*$", "");
        Json arguments = Json.arguments(body(exchange));
        return caller.call(tool, arguments)
                .accept(new Answers(
                        stub -> home + "/artifacts/" + encode(stub.ref().id())));
    }

    private static String body(HttpExchange exchange) throws IOException, Refusal {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            throw new Refusal(413, "BODY_TOO_LARGE", "a body has at most " + MAX_BODY_BYTES + " bytes");
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    private static String encode(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static void sendArtifact(HttpExchange exchange, Caller caller, String id) throws IOException, Refusal {
        ScopedArtifacts artifacts = caller.artifacts("http");
        ArtifactInfo info = find(artifacts, id)
                .orElseThrow(() -> new Refusal(404, "ARTIFACT_NOT_FOUND", "this session has no such artifact"));
        exchange.getResponseHeaders().set("Content-Type", info.mediaType());
        exchange.getResponseHeaders().set("ETag", '"' + info.ref().id() + '"');
        try (InputStream content = artifacts.open(info.ref())) {
            exchange.sendResponseHeaders(200, info.sizeBytes() == 0 ? -1 : info.sizeBytes());
            content.transferTo(exchange.getResponseBody());
        }
    }

    private static Optional<ArtifactInfo> find(ScopedArtifacts artifacts, String id) {
        return ArtifactRef.isSpelledRight(id) ? artifacts.find(new ArtifactRef(id)) : Optional.empty();
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().toBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
    }
}
