package dev.harbor.tools.openapi;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Is a service on loopback that answers as a test says, and remembers what it was asked. */
final class Service implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    private Service(HttpServer server, Handler handler) {
        this.server = server;
        server.createContext("/", exchange -> handle(exchange, handler));
        server.setExecutor(threads);
        server.start();
    }

    /** Is a request that came. Names of headers don't regard case. */
    record Asked(String method, URI uri, Map<String, String> headers, String body) {

        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        /** Returns path and query as they came. */
        String target() {
            return uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + '?' + uri.getRawQuery();
        }
    }

    /** Is an answer. */
    record Says(int status, Map<String, String> headers, byte[] body) {

        static Says json(String json) {
            return of(200, "application/json", json);
        }

        static Says of(int status, String type, String body) {
            return new Says(status, Map.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8));
        }

        static Says status(int status) {
            return new Says(status, Map.of(), new byte[0]);
        }

        Says with(String header, String value) {
            Map<String, String> more = new TreeMap<>(headers);
            more.put(header, value);
            return new Says(status, more, body);
        }
    }

    /** Answers a request; what it throws breaks the connection. */
    @FunctionalInterface
    interface Handler {

        Says answer(Asked asked) throws Exception;
    }

    static Service answering(Handler handler) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0);
        return new Service(HttpServer.create(address, 128), handler);
    }

    static Service saying(Says always) throws IOException {
        return answering(asked -> always);
    }

    private void handle(HttpExchange exchange, Handler handler) throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Asked one = new Asked(exchange.getRequestMethod(), exchange.getRequestURI(), headers, body);
            asked.add(one);
            send(exchange, handler.answer(one));
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the handler wants the connection to break", e);
        }
    }

    private static void send(HttpExchange exchange, Says says) throws IOException {
        says.headers().forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
        exchange.sendResponseHeaders(says.status(), says.body().length == 0 ? -1 : says.body().length);
        if (says.body().length > 0) {
            exchange.getResponseBody().write(says.body());
        }
    }

    List<Asked> asked() {
        return List.copyOf(asked);
    }

    Asked only() {
        if (asked.size() != 1) {
            throw new AssertionError("there should have been one request, and there were " + asked.size());
        }
        return asked.get(0);
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
