package dev.harbor.llm.langchain4j;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Is a provider on the loopback address, in the shapes that providers were recorded to answer in. Each request gets the next of the behaviours, and the last one for
 * ever.
 */
final class ModelServer implements AutoCloseable {

    /** Does something with a request. */
    @FunctionalInterface
    interface Behaviour {
        void answer(ModelServer server, HttpExchange exchange, Json body) throws IOException;
    }

    private final Dialect dialect;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "model-server");
        thread.setDaemon(true);
        return thread;
    });
    private final BlockingQueue<Behaviour> behaviours = new LinkedBlockingQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    final List<Json> bodies = new CopyOnWriteArrayList<>();
    final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();

    private ModelServer(Dialect dialect, List<Behaviour> script) {
        this.dialect = dialect;
        this.behaviours.addAll(script);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    static ModelServer start(Dialect dialect, Behaviour... script) {
        return new ModelServer(dialect, List.of(script));
    }

    String url() {
        return "http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + "/v1/";
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Json body = Json.parse(exchange.getRequestBody().readAllBytes());
            bodies.add(body);
            headers.add(exchange.getRequestHeaders());
            Behaviour next = behaviours.size() > 1 ? behaviours.remove() : behaviours.element();
            next.answer(this, exchange, body);
        }
    }

    /** Answers with a text, in one piece or as a stream, as it is asked for. */
    static Behaviour says(String... pieces) {
        return (server, exchange, body) -> {
            if (isStream(body)) {
                server.stream(exchange, server.dialect.stream(List.of(pieces), "stop"));
            } else {
                send(exchange, 200, Map.of(), server.dialect.whole(String.join("", pieces), "stop"));
            }
        };
    }

    /** Answers with a text that ended for another reason, in the words of the dialect. */
    static Behaviour endsFor(String reason, String text) {
        return (server, exchange, body) -> {
            if (isStream(body)) {
                server.stream(exchange, server.dialect.stream(List.of(text), reason));
            } else {
                send(exchange, 200, Map.of(), server.dialect.whole(text, reason));
            }
        };
    }

    /** Streams a text in pieces of so many bytes at most, whatever they tear apart. */
    static Behaviour tears(int mostBytes, Random random, String... pieces) {
        return (server, exchange, body) -> {
            byte[] whole = String.join("", server.dialect.stream(List.of(pieces), "stop"))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            for (int from = 0; from < whole.length; ) {
                int to = Math.min(whole.length, from + 1 + random.nextInt(mostBytes));
                exchange.getResponseBody().write(whole, from, to - from);
                exchange.getResponseBody().flush();
                from = to;
            }
        };
    }

    /** Answers with the last text of the last message. */
    static Behaviour echoes() {
        return (server, exchange, body) -> says(server.dialect.lastText(body)).answer(server, exchange, body);
    }

    /** Refuses. */
    static Behaviour refuses(int status, String body, String... headers) {
        return (server, exchange, asked) ->
                send(exchange, status, headers.length == 0 ? Map.of() : Map.of(headers[0], headers[1]), body);
    }

    /** Takes the request and says nothing. */
    static Behaviour hangs() {
        return (server, exchange, body) -> server.awaitClosing();
    }

    /** Streams the pieces and then says nothing. */
    static Behaviour stalls(String... pieces) {
        return (server, exchange, body) -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            String begun = server.dialect.stream(List.of(pieces), "stop").get(0);
            exchange.getResponseBody().write(begun.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            server.awaitClosing();
        };
    }

    /** Streams so many events, as if that were all, and closes. */
    static Behaviour cutsAfter(int events, String... pieces) {
        return (server, exchange, body) -> server.stream(
                exchange, server.dialect.stream(List.of(pieces), "stop").subList(0, events));
    }

    /** Breaks the connection in the midst of the answer. */
    static Behaviour breaks() {
        return (server, exchange, body) -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 10_000);
            exchange.getResponseBody().write("{\"id\":".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        };
    }

    private void awaitClosing() {
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isStream(Json body) {
        return body.get("stream").map(Json::asBoolean).orElse(false);
    }

    private void stream(HttpExchange exchange, List<String> events) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (String event : events) {
                out.write(event.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        }
    }

    private static void send(HttpExchange exchange, int status, Map<String, String> headers, String body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Returns the body of the only request, or of the last one. */
    Json lastBody() {
        return bodies.get(bodies.size() - 1);
    }

    @Nullable
    String header(String name) {
        List<String> values = headers.get(headers.size() - 1).get(name);
        return values == null ? null : values.get(0);
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
