package dev.harbor.tools.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Is an authorization server before which everybody says yes. Codes are good once, for whoever has the verifier; so are refresh tokens. Thread-safe. */
final class TokenServer implements AutoCloseable {

    static final String CLIENT = "harbor-1";
    static final URI REDIRECT = URI.create("https://service.example/oauth/callback");

    final List<String> grants = new CopyOnWriteArrayList<>();
    private final Map<String, String> challenges = new ConcurrentHashMap<>();
    private final Map<String, String> refreshes = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final Consumer<String> issued;
    private final HttpServer server;

    /**
     * Starts it.
     *
     * @param issued hears of each access token
     */
    TokenServer(Consumer<String> issued) {
        this.issued = issued;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/authorize", this::authorize);
        server.createContext("/token", this::token);
        server.start();
    }

    URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void authorize(HttpExchange http) throws IOException {
        try (http) {
            Map<String, String> asked = form(http.getRequestURI().getRawQuery());
            String code = "code-" + numbers.incrementAndGet();
            challenges.put(code, asked.get("code_challenge"));
            http.getResponseHeaders().add("Location", REDIRECT + "?code=" + code + "&state=" + asked.get("state"));
            http.sendResponseHeaders(302, -1);
        }
    }

    private void token(HttpExchange http) throws IOException {
        try (http) {
            Map<String, String> form = form(new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            String grant = form.getOrDefault("grant_type", "");
            grants.add(grant);
            boolean good = grant.equals("refresh_token")
                    ? refreshes.remove(form.get("refresh_token")) != null
                    : s256(form.get("code_verifier")).equals(challenges.remove(form.get("code")));
            reply(http, good ? 200 : 400, good ? tokens() : "{\"error\":\"invalid_grant\"}");
        }
    }

    private String tokens() {
        int number = numbers.incrementAndGet();
        refreshes.put("refresh-" + number, "");
        issued.accept("access-" + number);
        return Json.of(Map.of(
                        "access_token",
                        "access-" + number,
                        "refresh_token",
                        "refresh-" + number,
                        "token_type",
                        "Bearer",
                        "expires_in",
                        3600))
                .toString();
    }

    private static void reply(HttpExchange http, int status, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        http.getResponseHeaders().add("Content-Type", "application/json");
        http.sendResponseHeaders(status, bytes.length);
        http.getResponseBody().write(bytes);
    }

    private static Map<String, String> form(String encoded) {
        Map<String, String> fields = new HashMap<>();
        for (String each : encoded.split("&", -1)) {
            String[] pair = each.split("=", 2);
            fields.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
        return fields;
    }

    private static String s256(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Does what the browser of a person does, and returns the query that they are sent back with. */
    static String visit(URI address) throws IOException, InterruptedException {
        HttpResponse<Void> reply = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
        return URI.create(reply.headers().firstValue("Location").orElseThrow()).getRawQuery();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
