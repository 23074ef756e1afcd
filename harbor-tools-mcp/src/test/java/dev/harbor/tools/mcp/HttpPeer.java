package dev.harbor.tools.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Is a server over HTTP whose behaviour is switched on by words; it keeps what it was asked. Thread-safe. */
final class HttpPeer implements AutoCloseable {

    /** What came: the method of HTTP, that of the protocol, and the headers in lower case. */
    record Seen(String http, String method, Json body, Map<String, String> headers) {}

    final List<Seen> seen = new CopyOnWriteArrayList<>();
    final Set<String> modes = ConcurrentHashMap.newKeySet();

    /** What is let in when the mode is {@code guarded}. */
    final Set<String> tokens = ConcurrentHashMap.newKeySet();

    final Set<String> sessions = ConcurrentHashMap.newKeySet();
    /** What a call is answered with when the mode is {@code refuses}. */
    volatile int status;

    final AtomicInteger calls = new AtomicInteger();
    final AtomicInteger ids = new AtomicInteger();
    final CountDownLatch released = new CountDownLatch(1);

    private final HttpServer server;
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private volatile OutputStream listening;

    HttpPeer(String... modes) {
        this.modes.addAll(List.of(modes));
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(workers);
        server.createContext("/mcp", this::handle);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    McpSource source() {
        return McpTools.http("srv", uri()).allowLoopback();
    }

    boolean has(String mode) {
        return modes.contains(mode);
    }

    List<Seen> seen(String method) {
        return seen.stream().filter(each -> each.method().equals(method)).toList();
    }

    private void handle(HttpExchange http) throws IOException {
        try (http) {
            byte[] bytes = http.getRequestBody().readAllBytes();
            Json body = bytes.length == 0 ? Json.EMPTY_OBJECT : Json.parse(bytes);
            Map<String, String> headers = new LinkedHashMap<>();
            http.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(java.util.Locale.ROOT), values.get(0)));
            String method = body.get("method").map(Json::asString).orElse("");
            seen.add(new Seen(http.getRequestMethod(), method, body, headers));
            if (has("oldest")) {
                oldest(http, method, body);
                return;
            }
            switch (http.getRequestMethod()) {
                case "POST" -> post(http, method, body, headers);
                case "GET" -> get(http, headers);
                default -> http.sendResponseHeaders(has("no-delete") ? 405 : 200, -1);
            }
        }
    }

    private void post(HttpExchange http, String method, Json body, Map<String, String> headers) throws IOException {
        if (has("guarded") && !tokens.contains(headers.getOrDefault("authorization", ""))) {
            http.getResponseHeaders().add("WWW-Authenticate", "Bearer error=\"invalid_token\"");
            http.sendResponseHeaders(401, -1);
            return;
        }
        if (has("protected") && !"Bearer good".equals(headers.get("authorization"))) {
            http.getResponseHeaders().add("WWW-Authenticate", "Bearer scope=\"tools\"");
            http.sendResponseHeaders(401, -1);
            return;
        }
        if (has("redirect")) {
            http.getResponseHeaders().add("Location", "http://127.0.0.1:1/elsewhere");
            http.sendResponseHeaders(307, -1);
            return;
        }
        boolean modern = has("modern");
        String session = headers.get("mcp-session-id");
        boolean begun = session != null && sessions.contains(session);
        if (!modern && !has("no-sessions") && !method.equals("initialize") && !begun) {
            // What servers of that era say to whoever comes without a session.
            reply(http, session == null ? 400 : 404, "application/json", error(body, -32000, "Server not initialized"));
            return;
        }
        if (body.get("id").isEmpty() || method.isEmpty()) {
            http.sendResponseHeaders(202, -1);
            if (method.isEmpty()) {
                asked.get(body.get("id").orElseThrow().asString()).complete(body);
            }
            return;
        }
        if (has("hang-probe") && method.equals("server/discover")) {
            park();
            return;
        }
        switch (method) {
            case "server/discover" -> discover(http, body, modern);
            case "initialize" -> initialize(http, body);
            case "tools/list" -> reply(http, 200, "application/json", result(body, listed()));
            case "tools/call" -> call(http, body);
            case "tasks/get" -> reply(http, 200, "application/json", result(body, task()));
            case "tasks/cancel" -> reply(http, 200, "application/json", result(body, Map.of("resultType", "complete")));
            case "tasks/update" -> {
                given = body.at("/params/inputResponses/which/content").orElseThrow();
                reply(http, 200, "application/json", result(body, Map.of("resultType", "complete")));
            }
            case "subscriptions/listen" -> listen(http, body.get("id").orElseThrow());
            default -> reply(http, 404, "application/json", error(body, -32601, "Method not found"));
        }
    }

    /** Answers all requests over one stream, as the first servers did. */
    private void oldest(HttpExchange http, String method, Json body) throws IOException {
        if (http.getRequestMethod().equals("GET")) {
            http.getResponseHeaders().add("Content-Type", "text/event-stream");
            http.sendResponseHeaders(200, 0);
            listening = http.getResponseBody();
            String to = has("elsewhere") ? "http://127.0.0.1:1/mcp" : "/mcp?s=1";
            listening.write(("event: endpoint\ndata: " + to + "\n\n").getBytes(StandardCharsets.UTF_8));
            listening.flush();
            park();
            return;
        }
        if (!"s=1".equals(http.getRequestURI().getQuery())) {
            http.sendResponseHeaders(405, -1);
            return;
        }
        http.sendResponseHeaders(202, -1);
        Json answer = switch (method) {
            case "initialize" ->
                result(
                        body,
                        Map.of(
                                "protocolVersion", "2024-11-05",
                                "capabilities", Map.of("tools", Map.of()),
                                "serverInfo", Map.of("name", "old", "version", "1")));
            case "tools/list" -> result(body, Map.of("tools", tools()));
            default ->
                result(
                        body,
                        Map.of(
                                "content",
                                List.of(Map.of(
                                        "type",
                                        "text",
                                        "text",
                                        body.at("/params/arguments/text")
                                                .map(Json::asString)
                                                .orElse("")))));
        };
        if (body.get("id").isPresent()) {
            listening.write(event("", answer).getBytes(StandardCharsets.UTF_8));
            listening.flush();
        }
    }

    private void discover(HttpExchange http, Json body, boolean modern) throws IOException {
        if (has("refuse-first") && calls.getAndIncrement() == 0) {
            reply(
                    http,
                    400,
                    "application/json",
                    Json.of(Map.of(
                            "jsonrpc",
                            "2.0",
                            "id",
                            body.get("id").orElseThrow(),
                            "error",
                            Map.of(
                                    "code",
                                    -32022,
                                    "message",
                                    "unsupported",
                                    "data",
                                    Map.of("supported", List.of("2026-07-28"))))));
        } else if (modern) {
            reply(
                    http,
                    200,
                    "application/json",
                    result(
                            body,
                            Map.of(
                                    "supportedVersions", List.of("2026-07-28"),
                                    "capabilities",
                                            Map.of(
                                                    "tools",
                                                    Map.of("listChanged", !has("holds")),
                                                    "resources",
                                                    Map.of("subscribe", has("watched"))),
                                    "resultType", "complete")));
        } else {
            reply(http, 400, "application/json", error(body, -32601, "Method not found"));
        }
    }

    private void initialize(HttpExchange http, Json body) throws IOException {
        if (has("modern-only")) {
            reply(http, 404, "application/json", error(body, -32601, "Method not found"));
            return;
        }
        if (!has("no-sessions")) {
            String session = "session-" + ids.incrementAndGet();
            sessions.add(session);
            http.getResponseHeaders().add("Mcp-Session-Id", session);
        }
        reply(
                http,
                200,
                "application/json",
                result(
                        body,
                        Map.of(
                                "protocolVersion", "2025-11-25",
                                "capabilities", Map.of("tools", Map.of("listChanged", has("listens"))),
                                "serverInfo", Map.of("name", "peer", "version", "1"))));
    }

    private volatile Json given;

    /** Is a task that works, asks, and is done when it has its answer. */
    private Map<String, Object> task() {
        Json answer = given;
        if (answer != null) {
            Map<String, Object> part = Map.of("type", "text", "text", answer.toString());
            return Map.of("taskId", "t-1", "status", "completed", "result", Map.of("content", List.of(part)));
        }
        Map<String, Object> question = Map.of(
                "method",
                "elicitation/create",
                "params",
                Map.of(
                        "message",
                        "Which one?",
                        "requestedSchema",
                        Map.of("type", "object", "properties", Map.of("one", Map.of("type", "string")))));
        return Map.of("taskId", "t-1", "status", "input_required", "inputRequests", Map.of("which", question));
    }

    private Map<String, Object> listed() {
        return has("holds")
                ? Map.of("tools", tools(), "resultType", "complete", "ttlMs", 120_000, "cacheScope", "private")
                : Map.of("tools", tools(), "resultType", "complete");
    }

    private List<Object> tools() {
        Map<String, Object> text = Map.of("type", "string");
        Map<String, Object> shown = Map.of("type", "string", "x-mcp-header", "Region");
        Map<String, Object> input = Map.of("type", "object", "properties", Map.of("text", text, "region", shown));
        Map<String, Object> odd =
                Map.of("type", "object", "properties", Map.of("n", Map.of("type", "number", "x-mcp-header", "N")));
        return List.of(
                Map.of("name", has("changed") ? "renamed" : "echo", "inputSchema", input),
                Map.of("name", "odd", "inputSchema", odd));
    }

    private void call(HttpExchange http, Json body) throws IOException {
        int number = calls.incrementAndGet();
        Json answer = result(
                body,
                Map.of(
                        "resultType",
                        "complete",
                        "content",
                        List.of(Map.of(
                                "type",
                                "text",
                                "text",
                                body.at("/params/arguments/text")
                                        .map(Json::asString)
                                        .orElse("")))));
        if (has("asks-aside")) {
            askAside(http, body);
        } else if (has("busy") && number == 1) {
            http.getResponseHeaders().add("Retry-After", "0");
            http.sendResponseHeaders(429, -1);
        } else if (has("cut")) {
            http.getResponseHeaders().add("Content-Type", "application/json");
            http.sendResponseHeaders(200, 1000);
            http.getResponseBody().write("{\"jsonrpc\":".getBytes(StandardCharsets.UTF_8));
        } else if (has("hang")) {
            park();
        } else if (has("stream")) {
            stream(http, "id: 1\ndata:\n\n" + ": keep alive\n\n" + event("2", progress(body)) + event("3", answer));
        } else if (has("chatty")) {
            String steps = IntStream.rangeClosed(1, 20)
                    .mapToObj(step -> event("", progress(body, step)))
                    .collect(Collectors.joining());
            stream(http, steps + event("", answer));
        } else if (has("retry")) {
            stream(http, "id: 41\nretry: 50\ndata: \n\n");
            pending.put("41", event("42", answer));
        } else if (has("refuses")) {
            http.sendResponseHeaders(status, -1);
        } else if (has("never")) {
            stream(http, "id: 41\nretry: 0\ndata: \n\n");
        } else if (has("lost")) {
            stream(http, event("", progress(body)));
        } else if (has("task")) {
            reply(
                    http,
                    200,
                    "application/json",
                    result(
                            body,
                            Map.of("resultType", "task", "taskId", "t-1", "status", "working", "pollIntervalMs", 50)));
        } else if (has("nonsense")) {
            reply(http, 200, "text/html", Json.string("<html>hello</html>"));
        } else if (has("input") && body.at("/params/inputResponses").isEmpty()) {
            reply(
                    http,
                    200,
                    "application/json",
                    result(
                            body,
                            Map.of(
                                    "resultType", "input_required",
                                    "requestState", "sealed",
                                    "inputRequests",
                                            Map.of(
                                                    "sure",
                                                    Map.of(
                                                            "method",
                                                            "elicitation/create",
                                                            "params",
                                                            Map.of(
                                                                    "mode", "form",
                                                                    "message", "Are you sure?",
                                                                    "requestedSchema",
                                                                            Map.of(
                                                                                    "type",
                                                                                    "object",
                                                                                    "properties",
                                                                                    Map.of(
                                                                                            "yes",
                                                                                            Map.of(
                                                                                                    "type", "boolean",
                                                                                                    "default",
                                                                                                    true)))))))));
        } else {
            reply(http, 200, "application/json", answer);
        }
    }

    /** Asks over the stream of its own, says nothing before it has the answer, and says that then. */
    private void askAside(HttpExchange http, Json body) throws IOException {
        String id = "q-" + asked.size();
        CompletableFuture<Json> answer = new CompletableFuture<>();
        asked.put(id, answer);
        Json question = Json.of(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                id,
                "method",
                "elicitation/create",
                "params",
                Map.of(
                        "message",
                        "Which one?",
                        "requestedSchema",
                        Map.of("type", "object", "properties", Map.of("one", Map.of("type", "string"))))));
        listening.write(event("", question).getBytes(StandardCharsets.UTF_8));
        listening.flush();
        Json said = answer.join().get("result").orElseThrow();
        Map<String, Object> part = Map.of("type", "text", "text", said.toString());
        stream(http, event("", result(body, Map.of("content", List.of(part)))));
    }

    private final Map<String, CompletableFuture<Json>> asked = new ConcurrentHashMap<>();

    final Map<String, String> pending = new ConcurrentHashMap<>();

    private void get(HttpExchange http, Map<String, String> headers) throws IOException {
        String last = headers.get("last-event-id");
        String left = last == null ? null : pending.remove(last);
        if (left != null) {
            stream(http, left);
        } else if (has("never")) {
            stream(http, "id: 41\nretry: 0\ndata: \n\n");
        } else if (has("listens")) {
            http.getResponseHeaders().add("Content-Type", "text/event-stream");
            http.sendResponseHeaders(200, 0);
            listening = http.getResponseBody();
            listening.write(": hello\n\n".getBytes(StandardCharsets.UTF_8));
            listening.flush();
            park();
        } else {
            http.sendResponseHeaders(405, -1);
        }
    }

    private void listen(HttpExchange http, Json id) throws IOException {
        http.getResponseHeaders().add("Content-Type", "text/event-stream");
        http.sendResponseHeaders(200, 0);
        listening = http.getResponseBody();
        Json acknowledged = Json.of(Map.of(
                "jsonrpc", "2.0",
                "method", "notifications/subscriptions/acknowledged",
                "params", Map.of("_meta", Map.of("io.modelcontextprotocol/subscriptionId", id))));
        listening.write(event("", acknowledged).getBytes(StandardCharsets.UTF_8));
        listening.flush();
        park();
    }

    /** Tells whoever listens that the list has changed. */
    void change() throws IOException {
        modes.add("changed");
        tell("notifications/tools/list_changed", Map.of());
    }

    /** Tells whoever listens that a resource has changed. */
    void update(String uri) throws IOException {
        tell("notifications/resources/updated", Map.of("uri", uri));
    }

    private void tell(String method, Map<String, Object> params) throws IOException {
        Json told = Json.of(Map.of("jsonrpc", "2.0", "method", method, "params", params));
        listening.write(event("", told).getBytes(StandardCharsets.UTF_8));
        listening.flush();
    }

    boolean isListenedTo() {
        return listening != null;
    }

    private void park() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Json progress(Json call) {
        return progress(call, 1);
    }

    private static Json progress(Json call, int step) {
        return Json.of(Map.of(
                "jsonrpc", "2.0",
                "method", "notifications/progress",
                "params",
                        Map.of(
                                "progressToken",
                                call.at("/params/_meta/progressToken").orElse(Json.NULL),
                                "progress",
                                step,
                                "message",
                                "half way")));
    }

    private static String event(String id, Json data) {
        return (id.isEmpty() ? "" : "id: " + id + "\n") + "event: message\ndata: " + data + "\n\n";
    }

    private static Json result(Json request, Map<String, Object> result) {
        return Json.of(Map.of("jsonrpc", "2.0", "id", request.get("id").orElse(Json.NULL), "result", result));
    }

    private static Json error(Json request, int code, String message) {
        return Json.of(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                request.get("id").orElse(Json.NULL),
                "error",
                Map.of("code", code, "message", message)));
    }

    private static void reply(HttpExchange http, int status, String type, Json body) throws IOException {
        http.getResponseHeaders().add("Content-Type", type);
        byte[] bytes = body.toBytes();
        http.sendResponseHeaders(status, bytes.length);
        http.getResponseBody().write(bytes);
    }

    private static void stream(HttpExchange http, String events) throws IOException {
        http.getResponseHeaders().add("Content-Type", "text/event-stream");
        http.sendResponseHeaders(200, 0);
        http.getResponseBody().write(events.getBytes(StandardCharsets.UTF_8));
        http.getResponseBody().close();
    }

    @Override
    public void close() {
        released.countDown();
        server.stop(0);
        workers.shutdownNow();
    }
}
