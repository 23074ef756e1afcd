package dev.harbor.examples.orders;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Takes orders over HTTP, on the loopback interface. {@code openapi.yaml} among the resources describes it. It honours {@code Idempotency-Key}: a second
 * request with one key is answered with what the first has done.
 */
public final class OrderService implements AutoCloseable {

    private static final int MAX_BODY_BYTES = 64 << 10;

    private final String token;
    private final OrderBook book = new OrderBook();
    private final AtomicBoolean failsHalfWay = new AtomicBoolean();
    private final ExecutorService threads = Executors.newFixedThreadPool(8);
    private final HttpServer server;

    private OrderService(int port, String token) throws IOException {
        this.token = token;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/orders", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /**
     * Starts a service.
     *
     * @param port where it listens; 0 for any free port
     * @param token what callers have to show
     * @throws IOException if it can't listen there
     */
    public static OrderService start(int port, String token) throws IOException {
        return new OrderService(port, token);
    }

    /** Returns where it is to be found. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Lets the next order be written and its answer be lost. */
    public void failHalfWay() {
        failsHalfWay.set(true);
    }

    /** Returns how many orders there are. */
    public int orders() {
        return book.size();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Reply reply = reply(exchange);
            if (reply != null) {
                exchange.getResponseHeaders().set("Content-Type", reply.type());
                byte[] body = reply.text().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(reply.status(), body.length);
                exchange.getResponseBody().write(body);
            }
        }
    }

    /** Returns the answer, or null for one that gets lost. */
    private @Nullable Reply reply(HttpExchange exchange) throws IOException {
        if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            return Reply.problem(401, "Who are you?", "show a token");
        }
        List<String> path =
                List.of(exchange.getRequestURI().getPath().substring(1).split("/"));
        String route = exchange.getRequestMethod() + ' ' + path.size();
        return switch (route) {
            case "GET 1" -> Reply.json(200, book.page(exchange.getRequestURI().getQuery()));
            case "GET 2" -> one(path.get(1));
            case "GET 3" -> receipt(path.get(1));
            case "POST 1" -> place(exchange);
            default -> Reply.problem(404, "No such page", "see openapi.yaml");
        };
    }

    private Reply one(String id) {
        return book.find(id)
                .map(order -> Reply.json(200, order))
                .orElseGet(() -> Reply.problem(404, "No such order", "there is no order " + id));
    }

    private Reply receipt(String id) {
        return book.find(id)
                .map(order -> new Reply(200, "application/pdf", "%PDF-1.4 " + order))
                .orElseGet(() -> Reply.problem(404, "No such order", "there is no order " + id));
    }

    private @Nullable Reply place(HttpExchange exchange) throws IOException {
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        if (key == null) {
            return Reply.problem(400, "No key", "an order carries an Idempotency-Key");
        }
        Json order;
        try (InputStream in = exchange.getRequestBody()) {
            order = Json.parse(in.readNBytes(MAX_BODY_BYTES));
        } catch (HarborException e) {
            return Reply.problem(400, "Not JSON", String.valueOf(e.getMessage()));
        }
        if (order.get("item").isEmpty() || order.get("quantity").isEmpty()) {
            return Reply.problem(422, "Not an order", "an order has an item and a quantity");
        }
        Json placed = book.place(key, order);
        return failsHalfWay.compareAndSet(true, false) ? null : Reply.json(201, placed);
    }

    /** Ends the service. May be called more than once. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** Is an answer. */
    private record Reply(int status, String type, String text) {

        static Reply json(int status, Json body) {
            return new Reply(status, "application/json", body.toString());
        }

        static Reply problem(int status, String title, String detail) {
            Json problem = Json.of(Map.of("status", status, "title", title, "detail", detail));
            return new Reply(status, "application/problem+json", problem.toString());
        }
    }
}
