package dev.harbor.examples.a2a;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Is an agent of A2A 1.0 on this machine that paints, and asks for the colour. As small as one can be: a card and two methods. Thread-safe. */
public final class Painter implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, String> colours = new ConcurrentHashMap<>();
    private final AtomicInteger tasks = new AtomicInteger();

    private Painter(HttpServer server) {
        this.server = server;
        server.createContext("/painter", this::answer);
        server.start();
    }

    /** Starts it on a free port. */
    public static Painter start() throws IOException {
        return new Painter(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16));
    }

    /** Returns where it is. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/painter";
    }

    /** Returns how many tasks it began. */
    public int tasks() {
        return tasks.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Json answer = exchange.getRequestMethod().equals("GET") ? card() : call(Json.parse(body));
            byte[] bytes = answer.toBytes();
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Json card() {
        Map<String, String> at = Map.of("url", url(), "protocolBinding", "JSONRPC", "protocolVersion", "1.0");
        Map<String, String> paint = Map.of("id", "paint", "name", "Paint", "description", "Paints a thing in a colour");
        return Json.of(Map.of("name", "Painter", "supportedInterfaces", List.of(at), "skills", List.of(paint)));
    }

    private Json call(Json request) {
        boolean sends = request.get("method").orElseThrow().asString().equals("SendMessage");
        String id =
                sends ? said(request) : request.at("/params/id").orElseThrow().asString();
        Json task = task(id);
        Object result = sends ? Map.of("task", task) : task;
        return Json.of(Map.of("jsonrpc", "2.0", "id", request.get("id").orElseThrow(), "result", result));
    }

    /** Takes a message: the first of a task is what to paint, the next the colour. */
    private String said(Json request) {
        Json message = request.at("/params/message").orElseThrow();
        String known = message.get("taskId").map(Json::asString).orElse("");
        String id = known.isEmpty() ? "task-" + tasks.incrementAndGet() : known;
        String text = message.at("/parts/0/text").orElseThrow().asString();
        colours.put(id, known.isEmpty() ? "" : text);
        return id;
    }

    private Json task(String id) {
        String colour = colours.getOrDefault(id, "");
        boolean asks = colour.isEmpty();
        Map<String, Object> status = Map.of(
                "state",
                asks ? "TASK_STATE_INPUT_REQUIRED" : "TASK_STATE_COMPLETED",
                "message",
                Map.of(
                        "messageId",
                        id + colour,
                        "role",
                        "ROLE_AGENT",
                        "parts",
                        List.of(Map.of("text", asks ? "Which colour?" : "It is " + colour + " now."))));
        return Json.of(Map.of("id", id, "contextId", "painting", "status", status));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
