package dev.harbor.tools.a2a;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * Is an agent on a loopback socket that does what the first word of a message says, well or badly, and remembers what it was asked. It is strict: a request that
 * breaks the protocol is remembered as a complaint.
 */
final class FakeAgent implements AutoCloseable {

    /** Says how the agent speaks. */
    record Speech(ProtocolVersion version, BindingKind binding, boolean streaming) {

        static final Speech NEW = new Speech(ProtocolVersion.V1_0, BindingKind.JSON_RPC, true);
        static final Speech OLD = new Speech(ProtocolVersion.V0_3, BindingKind.JSON_RPC, true);
        static final Speech REST = new Speech(ProtocolVersion.V1_0, BindingKind.HTTP_JSON, true);

        Speech polled() {
            return new Speech(version, binding, false);
        }

        boolean isOld() {
            return version == ProtocolVersion.V0_3;
        }
    }

    /** Is a request that came. */
    record Asked(String method, String path, String query, Map<String, String> headers, String body) {

        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    final HttpServer server;
    final Speech speech;
    final List<Asked> asked = new CopyOnWriteArrayList<>();
    final List<String> executed = new CopyOnWriteArrayList<>();
    final List<String> complaints = new CopyOnWriteArrayList<>();
    final List<Json> messages = new CopyOnWriteArrayList<>();
    final Map<String, FakeTask> tasks = new ConcurrentHashMap<>();
    final AtomicInteger cancels = new AtomicInteger();
    final CountDownLatch closing = new CountDownLatch(1);
    final AtomicInteger busy = new AtomicInteger();
    private final Map<String, AtomicInteger> operations = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger numbers = new AtomicInteger();
    volatile UnaryOperator<Map<String, Object>> card = made -> made;
    volatile String token = "";
    volatile int cardStatus = 200;
    volatile String cardControl = "max-age=3600";
    volatile boolean acceptsCancel = true;

    private FakeAgent(HttpServer server, Speech speech) {
        this.server = server;
        this.speech = speech;
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    static FakeAgent start(Speech speech) throws IOException {
        return start(speech, 0);
    }

    static FakeAgent start(Speech speech, int port) throws IOException {
        return new FakeAgent(
                HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 128), speech);
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/agents/one";
    }

    String rpc() {
        return "http://127.0.0.1:" + port() + "/rpc/one";
    }

    int count(String operation) {
        return operations.getOrDefault(operation, new AtomicInteger()).get();
    }

    /** Returns the only task. */
    FakeTask task() {
        return tasks.values().iterator().next();
    }

    Map<String, Object> card() {
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("name", "Fake");
        made.put("description", "Does what it is told");
        made.put("version", "1.2.3");
        made.put("capabilities", Map.of("streaming", speech.streaming(), "futuristic", true));
        made.put("defaultInputModes", List.of("text/plain", "application/json", "image/png"));
        made.put("defaultOutputModes", List.of("text/plain"));
        made.put("skills", List.of(skill("do", "Do", "Does it")));
        if (speech.isOld()) {
            made.put("protocolVersion", "0.3.0");
            made.put("url", rpc());
            made.put("preferredTransport", speech.binding().text());
        } else {
            Map<String, Object> at = new LinkedHashMap<>();
            at.put("url", rpc());
            at.put("protocolBinding", speech.binding().text());
            at.put("protocolVersion", "1.0");
            made.put("supportedInterfaces", List.of(at));
        }
        return card.apply(made);
    }

    static Map<String, Object> skill(String id, String name, String description) {
        return Map.of("id", id, "name", name, "description", description, "tags", List.of("t"));
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getRawPath();
        String query = String.valueOf(exchange.getRequestURI().getRawQuery());
        Asked one = new Asked(exchange.getRequestMethod(), path, query, headers, body);
        asked.add(one);
        try (exchange) {
            if (path.contains("/.well-known/")) {
                serveCard(exchange, one);
            } else if (!token.isEmpty() && !one.header("Authorization").equals("Bearer " + token)) {
                exchange.getResponseHeaders().add("WWW-Authenticate", "Bearer scope=\"agents.call\"");
                send(exchange, 401, "application/json", "{}");
            } else {
                call(exchange, one);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serveCard(HttpExchange exchange, Asked one) throws IOException {
        String body = Json.of(card()).toString();
        String tag = "\"" + Trace.hex(body, 8) + "\"";
        exchange.getResponseHeaders().add("ETag", tag);
        exchange.getResponseHeaders().add("Cache-Control", cardControl);
        boolean here = one.path().equals("/agents/one/.well-known/agent-card.json");
        if (!here || cardStatus != 200) {
            send(exchange, here ? cardStatus : 404, "text/html", "<html>no</html>");
        } else if (tag.equals(one.header("If-None-Match"))) {
            exchange.sendResponseHeaders(304, -1);
        } else {
            send(exchange, 200, "application/json", body);
        }
    }

    private void call(HttpExchange exchange, Asked one) throws IOException, InterruptedException {
        require(one.header("A2A-Version").equals(speech.version().text()), "version " + one.header("A2A-Version"));
        Json body = one.body().isEmpty() ? Json.EMPTY_OBJECT : Json.parse(one.body());
        if (speech.binding() == BindingKind.JSON_RPC) {
            require(one.path().equals("/rpc/one"), "path " + one.path());
            require(one.header("Content-Type").startsWith("application/json"), "type");
            require(body.get("jsonrpc").orElseThrow().asString().equals("2.0"), "jsonrpc");
            String method = body.get("method").orElseThrow().asString();
            String id = body.get("id").orElseThrow().asString();
            operate(
                    new Answer(exchange, speech, id),
                    operation(method),
                    body.get("params").orElseThrow());
        } else {
            rest(exchange, one, body);
        }
    }

    private Operation operation(String method) {
        for (Operation each : Operation.values()) {
            if (each.method(speech.version()).equals(method)) {
                return each;
            }
        }
        complaints.add("method " + method);
        return Operation.GET;
    }

    private void rest(HttpExchange exchange, Asked one, Json body) throws IOException, InterruptedException {
        String path = one.path().substring("/rpc/one".length());
        Answer answer = new Answer(exchange, speech, "");
        if (path.equals("/message:send") || path.equals("/message:stream")) {
            require(one.header("Content-Type").startsWith("application/a2a+json"), "type");
            operate(answer, path.endsWith("send") ? Operation.SEND : Operation.STREAM, body);
            return;
        }
        String id = path.replaceAll("^/tasks/", "").replaceAll(":.*$", "");
        Operation operation = path.endsWith(":cancel")
                ? Operation.CANCEL
                : path.endsWith(":subscribe") ? Operation.SUBSCRIBE : Operation.GET;
        if (operation == Operation.SUBSCRIBE && one.method().equals("POST")) {
            send(exchange, 405, "text/plain", "GET only");
            return;
        }
        operate(answer, operation, Json.of(Map.of("id", id)));
    }

    private void operate(Answer answer, Operation operation, Json params) throws IOException, InterruptedException {
        operations.computeIfAbsent(operation.name(), any -> new AtomicInteger()).incrementAndGet();
        switch (operation) {
            case SEND, STREAM -> message(answer, operation == Operation.STREAM, params);
            case GET -> get(answer, id(params));
            case CANCEL -> cancel(answer, id(params));
            case SUBSCRIBE -> subscribe(answer, id(params));
            case LIST ->
                answer.single(Map.of(
                        "tasks", tasks.values().stream().map(FakeTask::snapshot).toList()));
            case CARD -> answer.error(-32007, "no extended card");
        }
    }

    private static String id(Json params) {
        return params.get("id").orElseThrow().asString();
    }

    private void get(Answer answer, String id) throws IOException {
        FakeTask task = tasks.get(id);
        if (task == null) {
            answer.error(-32001, "no such task");
        } else {
            answer.single(task.snapshot());
        }
    }

    private void cancel(Answer answer, String id) throws IOException {
        cancels.incrementAndGet();
        FakeTask task = tasks.get(id);
        if (task == null) {
            answer.error(-32001, "no such task");
        } else if (task.is("COMPLETED") || task.is("FAILED")) {
            answer.error(-32002, "it is over");
        } else {
            if (acceptsCancel) {
                task.state("CANCELED", "stopped");
            }
            task.cancelled.countDown();
            answer.single(task.snapshot());
        }
    }

    private void subscribe(Answer answer, String id) throws IOException, InterruptedException {
        FakeTask task = tasks.get(id);
        if (!speech.streaming()) {
            answer.error(-32004, "no streams");
        } else if (task == null) {
            answer.error(-32001, "no such task");
        } else {
            answer.event(Map.of("task", task.snapshot()));
            answer.endStream();
        }
    }

    private void message(Answer answer, boolean stream, Json params) throws IOException, InterruptedException {
        require(stream == speech.streaming(), "streaming " + stream);
        Json message = params.get("message").orElseThrow();
        messages.add(params);
        String id = message.get("messageId").orElseThrow().asString();
        String role = message.get("role").orElseThrow().asString();
        require(role.equals(speech.isOld() ? "user" : "ROLE_USER"), "role " + role);
        require(message.get("kind").isPresent() == speech.isOld(), "kind");
        if (busy.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            answer.busy();
            return;
        }
        executed.add(id);
        String taskId = message.get("taskId").map(Json::asString).orElse("");
        FakeTask known = tasks.get(taskId);
        if (!taskId.isEmpty() && known == null) {
            answer.error(-32001, "no such task");
            return;
        }
        if (known != null && (known.is("COMPLETED") || known.is("CANCELED"))) {
            answer.error(-32004, "it is over");
            return;
        }
        String context = message.get("contextId").map(Json::asString).orElse("ctx-" + numbers.incrementAndGet());
        FakeTask task = known == null ? new FakeTask("task-" + numbers.incrementAndGet(), context) : known;
        task.remember(message);
        FakeWork.of(this, task, answer, stream, text(message), known != null).run();
    }

    private static String text(Json message) {
        return message.get("parts").orElseThrow().elements().stream()
                .filter(part -> part.get("text").isPresent())
                .map(part -> part.get("text").orElseThrow().asString())
                .findFirst()
                .orElse("");
    }

    private void require(boolean holds, String complaint) {
        if (!holds) {
            complaints.add(complaint);
        }
    }

    static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Is the answer to one request, in the envelope of the binding. */
    static final class Answer {

        final HttpExchange exchange;
        final Speech speech;
        String id;
        private OutputStream events;

        Answer(HttpExchange exchange, Speech speech, String id) {
            this.exchange = exchange;
            this.speech = speech;
            this.id = id;
        }

        private boolean isRpc() {
            return speech.binding() == BindingKind.JSON_RPC;
        }

        /** Answers once, with a task or an item as 1.0 has it. */
        void single(Map<String, Object> result) throws IOException {
            FakeAgent.send(exchange, 200, "application/json", wrapped(result));
        }

        private String wrapped(Map<String, Object> result) {
            Object shaped = speech.isOld() ? OldShape.of(result) : result;
            Object whole = isRpc() ? Map.of("jsonrpc", "2.0", "id", id, "result", shaped) : shaped;
            return Json.of(whole).toString();
        }

        void error(int code, String words) throws IOException {
            error(code, words, 200);
        }

        void error(int code, String words, int status) throws IOException {
            if (isRpc()) {
                Map<String, Object> error = Map.of("code", code, "message", words);
                FakeAgent.send(
                        exchange,
                        status,
                        "application/json",
                        Json.of(Map.of("jsonrpc", "2.0", "id", id, "error", error))
                                .toString());
                return;
            }
            Map<Integer, String> reasons =
                    Map.of(-32001, "TASK_NOT_FOUND", -32002, "TASK_NOT_CANCELABLE", -32004, "UNSUPPORTED_OPERATION");
            Map<String, Object> info = Map.of(
                    "@type",
                    "type.googleapis.com/google.rpc.ErrorInfo",
                    "reason",
                    reasons.getOrDefault(code, "INTERNAL"),
                    "domain",
                    "a2a-protocol.org");
            Map<String, Object> error =
                    Map.of("code", 400, "status", "FAILED_PRECONDITION", "message", words, "details", List.of(info));
            FakeAgent.send(
                    exchange,
                    code == -32001 ? 404 : 400,
                    "application/json",
                    Json.of(Map.of("error", error)).toString());
        }

        void busy() throws IOException {
            exchange.getResponseHeaders().add("Retry-After", "0");
            FakeAgent.send(exchange, 503, "text/plain", "busy");
        }

        void event(Map<String, Object> item) throws IOException {
            raw("data: " + wrapped(item) + "\n\n");
        }

        void raw(String text) throws IOException {
            if (events == null) {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                events = exchange.getResponseBody();
            }
            events.write(text.getBytes(StandardCharsets.UTF_8));
            events.flush();
        }

        void endStream() throws IOException {
            events.close();
        }
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    List<String> complaints() {
        return new ArrayList<>(complaints);
    }

    @Override
    public void close() throws InterruptedException {
        closing.countDown();
        tasks.values().forEach(task -> task.finish.countDown());
        server.stop(0);
        threads.shutdownNow();
        threads.awaitTermination(10, TimeUnit.SECONDS);
    }
}
