package dev.harbor.examples.secrets;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Is a service that wants a credential and a model that wants a key, on loopback. Both answer badly as often as well, and repeat in bad answers everything that they were
 * sent. Thread-safe.
 */
final class Desk implements AutoCloseable {

    private final HttpServer server;
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final List<String> actions;

    /**
     * Opens it.
     *
     * @param actions what the model says, in its order
     */
    Desk(List<String> actions) throws IOException {
        this.actions = new CopyOnWriteArrayList<>(actions);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", this::think);
        server.createContext("/good", exchange -> answer(exchange, 200, "{\"done\":true}"));
        server.createContext(
                "/bad", exchange -> answer(exchange, 500, "{\"you sent\":" + Json.string(sent(exchange)) + "}"));
        server.createContext("/refused", exchange -> answer(exchange, 401, sent(exchange)));
        server.start();
    }

    /** Opens one whose model refuses whoever asks. */
    static Desk refusing() throws IOException {
        return new Desk(List.of());
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns what was sent so far, credentials included. */
    List<String> seen() {
        return seen;
    }

    private void think(HttpExchange exchange) throws IOException {
        if (actions.isEmpty()) {
            answer(
                    exchange,
                    401,
                    "{\"error\":{\"message\":" + Json.string("Incorrect API key: " + sent(exchange)) + "}}");
            return;
        }
        if (seen.stream().noneMatch(each -> each.contains("/chat/"))) {
            answer(exchange, 503, "{\"error\":{\"message\":" + Json.string(sent(exchange)) + "}}");
            return;
        }
        String action = actions.size() > 1 ? actions.remove(0) : actions.get(0);
        answer(
                exchange,
                200,
                Json.of(Map.of(
                                "id", "1",
                                "model", "m",
                                "choices",
                                        List.of(Map.of(
                                                "index",
                                                0,
                                                "finish_reason",
                                                "stop",
                                                "message",
                                                Map.of("role", "assistant", "content", action)))))
                        .toString());
    }

    private static String sent(HttpExchange exchange) {
        return exchange.getRequestURI() + " " + exchange.getRequestHeaders().entrySet();
    }

    private void answer(HttpExchange exchange, int status, String text) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            seen.add(sent(exchange));
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders()
                    .set(
                            "X-Echo",
                            "Bearer echo of " + exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
