package dev.harbor.parity;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolUnavailable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Is one piece of work that can be reached in five ways: as code, over plain HTTP, as a tool of an MCP server, as an agent, and as the step of a flow. What it does
 * is the first word of its message, the same in each of them.
 */
final class Desk implements AutoCloseable {

    static final String HEAVY = "h".repeat(40_000);

    /** What was done, so that an effect that happens twice shows. */
    final List<String> effects = new CopyOnWriteArrayList<>();

    /** Has a permit for each piece of work that hangs. */
    final Semaphore hanging = new Semaphore(0);

    private final AtomicInteger turnedAway = new AtomicInteger();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    Desk() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 128);
        server.createContext("/plain", exchange -> answer(exchange, Json::parse, Desk::plain));
        server.createContext("/mcp", this::mcp);
        server.createContext("/agent", this::agent);
        server.setExecutor(threads);
        server.start();
    }

    URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** Is how the work ends. */
    private enum End {
        DONE,
        BUSY,
        LOST,
        HANGS
    }

    private End begin(String message) {
        switch (message.split(" ", 2)[0]) {
            case "busy" -> {
                if (turnedAway.getAndIncrement() % 2 == 0) {
                    return End.BUSY;
                }
            }
            case "lost" -> {
                effects.add(message);
                return End.LOST;
            }
            case "slow" -> {
                hanging.release();
                return End.HANGS;
            }
            default -> {}
        }
        effects.add(message);
        return End.DONE;
    }

    private static String said(String message) {
        return message.startsWith("heavy") ? HEAVY : "did " + message;
    }

    /** Does the work where it is called. */
    String here(String message, ToolContext context) throws InterruptedException {
        switch (begin(message)) {
            case BUSY -> throw new ToolUnavailable("come back later", null);
            case LOST -> throw ToolFailed.inDoubt("the line went dead", null);
            case HANGS -> closing.await();
            default -> {}
        }
        return said(message);
    }

    private static Json plain(Json request, String text) {
        return Json.of(Map.of("text", text));
    }

    /** Reads what is asked, and wraps what is said. */
    private interface Reading {
        Json of(String body);
    }

    private interface Wrapping {
        Json of(Json request, String text);
    }

    private void answer(HttpExchange exchange, Reading reading, Wrapping wrapping) throws IOException {
        try (exchange) {
            Json asked = reading.of(body(exchange));
            work(exchange, asked, asked.get("message").orElseThrow().asString(), wrapping);
        }
    }

    private void work(HttpExchange exchange, Json request, String message, Wrapping wrapping) throws IOException {
        switch (begin(message)) {
            case DONE -> send(exchange, 200, wrapping.of(request, said(message)).toString());
            case BUSY -> send(exchange, 503, "");
            case LOST -> cut(exchange);
            case HANGS -> {
                hang();
                cut(exchange);
            }
        }
    }

    private void mcp(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST")) {
                send(exchange, exchange.getRequestMethod().equals("DELETE") ? 200 : 405, "");
                return;
            }
            Json request = Json.parse(body(exchange));
            String method = request.get("method").map(Json::asString).orElse("");
            switch (method) {
                case "initialize" ->
                    result(
                            exchange,
                            request,
                            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                    + "\"serverInfo\":{\"name\":\"desk\",\"version\":\"1\"}}");
                case "tools/list" ->
                    result(exchange, request, "{\"tools\":[{\"name\":\"ask\",\"inputSchema\":" + Road.SCHEMA + "}]}");
                case "tools/call" ->
                    work(
                            exchange,
                            request,
                            request.at("/params/arguments/message")
                                    .orElseThrow()
                                    .asString(),
                            Desk::toolResult);
                case "ping" -> result(exchange, request, "{}");
                default -> unknownMethod(exchange, request);
            }
        }
    }

    private static Json toolResult(Json request, String text) {
        Json result = Json.of(Map.of("content", List.of(Map.of("type", "text", "text", text))));
        return rpc(request, "result", result);
    }

    private static void unknownMethod(HttpExchange exchange, Json request) throws IOException {
        if (request.get("id").isEmpty()) {
            send(exchange, 202, "");
            return;
        }
        Json error = Json.of(Map.of("code", -32601, "message", "no such method"));
        send(exchange, 200, rpc(request, "error", error).toString());
    }

    private void agent(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("GET")) {
            try (exchange) {
                send(exchange, 200, card().toString());
            }
            return;
        }
        try (exchange) {
            Json request = Json.parse(body(exchange));
            if (!request.get("method").orElseThrow().asString().equals("SendMessage")) {
                unknownMethod(exchange, request);
                return;
            }
            String message =
                    request.at("/params/message/parts/0/text").orElseThrow().asString();
            work(exchange, request, message, Desk::agentsMessage);
        }
    }

    private Json card() {
        return Json.of(Map.of(
                "name", "desk",
                "description", "Does what it is told",
                "version", "1",
                "capabilities", Map.of("streaming", false),
                "defaultInputModes", List.of("text/plain"),
                "defaultOutputModes", List.of("text/plain"),
                "skills", List.of(Map.of("id", "ask", "name", "Ask", "description", "Asks", "tags", List.of("desk"))),
                "supportedInterfaces",
                        List.of(Map.of(
                                "url", at("/agent/rpc").toString(),
                                "protocolBinding", "JSONRPC",
                                "protocolVersion", "1.0"))));
    }

    private static Json agentsMessage(Json request, String text) {
        Json message = Json.of(Map.of(
                "messageId",
                "m-" + Math.abs(text.hashCode()),
                "role",
                "ROLE_AGENT",
                "parts",
                List.of(Map.of("text", text))));
        return rpc(request, "result", Json.of(Map.of("message", message)));
    }

    private static Json rpc(Json request, String member, Json value) {
        return Json.of(Map.of("jsonrpc", "2.0", "id", request.get("id").orElseThrow(), member, value));
    }

    private static void result(HttpExchange exchange, Json request, String result) throws IOException {
        send(exchange, 200, rpc(request, "result", Json.parse(result)).toString());
    }

    private void hang() {
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String body(HttpExchange exchange) throws IOException {
        return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Promises an answer and ends the connection before it. */
    private static void cut(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 100);
        exchange.getResponseBody().flush();
        exchange.close();
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
