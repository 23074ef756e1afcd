package dev.harbor.oauth;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * Is an authorization server on loopback, and a resource that takes its tokens. It is strict where clients may go wrong: redirect URIs are compared letter by
 * letter, PKCE with S256 is mandatory, codes are used once, refresh tokens rotate, and a refresh token that comes twice ends the whole family.
 */
final class AuthorizationServer implements AutoCloseable {

    static final URI REDIRECT = URI.create("https://service.example/oauth/callback");

    final Issued issued = new Issued();
    final List<Asked> asked = new CopyOnWriteArrayList<>();
    final Map<String, Object> metadata = new ConcurrentHashMap<>();
    final Map<String, Object> resourceMetadata = new ConcurrentHashMap<>();
    final Map<String, UnaryOperator<Says>> changed = new ConcurrentHashMap<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final String path;
    volatile boolean describesResource = true;
    volatile String challengeScope = "";

    private AuthorizationServer(HttpServer server, String path) {
        this.server = server;
        this.path = path;
        issued.issuer = issuer();
        issued.resource = resource().toString();
        metadata.putAll(describe());
        resourceMetadata.put("resource", resource().toString());
        resourceMetadata.put("authorization_servers", List.of(issuer()));
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** Starts a server whose issuer has no path. */
    static AuthorizationServer start() {
        return start("");
    }

    static AuthorizationServer start(String issuerPath) {
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0);
            return new AuthorizationServer(HttpServer.create(address, 256), issuerPath);
        } catch (IOException e) {
            throw new IllegalStateException("no server on loopback", e);
        }
    }

    private Map<String, Object> describe() {
        Map<String, Object> about = new HashMap<>();
        about.put("issuer", issuer());
        about.put("authorization_endpoint", at("/authorize"));
        about.put("token_endpoint", at("/token"));
        about.put("registration_endpoint", at("/register"));
        about.put("revocation_endpoint", at("/revoke"));
        about.put("code_challenge_methods_supported", List.of("S256"));
        about.put("authorization_response_iss_parameter_supported", true);
        return about;
    }

    String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    String issuer() {
        return origin() + path;
    }

    String at(String end) {
        return issuer() + end;
    }

    URI resource() {
        return URI.create(origin() + "/mcp");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Asked one = Asked.of(exchange);
            asked.add(one);
            Says says = answer(one);
            changed.getOrDefault(one.path(), UnaryOperator.identity())
                    .apply(says)
                    .send(exchange);
        } catch (RuntimeException e) {
            throw new IOException("the server of the tests failed", e);
        }
    }

    private Says answer(Asked one) {
        String where = one.path();
        if (where.contains("/.well-known/oauth-protected-resource")) {
            boolean isHere = where.equals("/.well-known/oauth-protected-resource/mcp") && describesResource;
            return isHere ? Says.json(200, resourceMetadata) : Says.text(404, "no");
        }
        if (where.equals("/.well-known/oauth-authorization-server" + path)) {
            return Says.json(200, new LinkedHashMap<>(metadata));
        }
        if (where.startsWith(path + "/")) {
            switch (where.substring(path.length())) {
                case "/authorize":
                    return issued.authorize(one.query());
                case "/token":
                    return issued.token(one);
                case "/revoke":
                    return issued.revoke(one);
                case "/register":
                    return issued.register(Json.parse(one.body()));
                default:
                    break;
            }
        }
        return where.equals("/mcp") || where.startsWith("/api") ? resource(one) : Says.text(404, "no");
    }

    private Says resource(Asked one) {
        String needed = one.path().equals("/api/write") ? "write" : "read";
        String token = one.header("Authorization").replaceFirst("^Bearer ", "");
        if (!issued.isGood(token)) {
            String scope = challengeScope.isEmpty() ? "" : ", scope=\"" + challengeScope + "\"";
            return Says.error(401, "invalid_token").with("WWW-Authenticate", "Bearer realm=\"r\"" + scope);
        }
        if (one.path().startsWith("/api") && !issued.scopes(token).contains(needed)) {
            return Says.error(403, "insufficient_scope")
                    .with("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"" + needed + "\"");
        }
        return Says.json(200, Map.of("whose", issued.whose(token)));
    }

    /** Does what the browser of a person does who agrees: goes there, and returns the query that they are sent back with. */
    static ConsentAnswer visit(URI consentUrl) {
        HttpClient browser = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        try {
            HttpResponse<String> reply =
                    browser.send(HttpRequest.newBuilder(consentUrl).build(), HttpResponse.BodyHandlers.ofString());
            String back = reply.headers().firstValue("Location").orElse("");
            if (reply.statusCode() != 302 || !back.startsWith(REDIRECT + "?")) {
                throw new AssertionError("the server sent nobody back: " + reply.statusCode() + " " + reply.body());
            }
            return ConsentAnswer.parse(URI.create(back).getRawQuery());
        } catch (IOException e) {
            throw new AssertionError("the browser failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    List<Asked> asked(String where) {
        return asked.stream().filter(one -> one.path().equals(where)).toList();
    }

    long asksForTokens() {
        return asked(path + "/token").size();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
