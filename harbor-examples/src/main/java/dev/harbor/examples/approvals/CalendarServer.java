package dev.harbor.examples.approvals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Is somebody else's service: a calendar, and the authorization server that lets others use it. It checks what such a server has to check. */
final class CalendarServer implements AutoCloseable {

    static final String CLIENT = "approval-desk";
    static final String SECRET = "the secret of the approval desk";

    private final HttpServer server;
    private final URI redirectUri;
    private final Map<String, String> challenges = new ConcurrentHashMap<>();
    private final Set<String> tokens = ConcurrentHashMap.newKeySet();
    private final Set<String> verifiers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger events = new AtomicInteger();

    CalendarServer(URI redirectUri) throws IOException {
        this.redirectUri = redirectUri;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/.well-known/oauth-authorization-server", exchange -> {
            try (exchange) {
                Form.json(exchange, 200, description());
            }
        });
        server.createContext("/authorize", this::authorize);
        server.createContext("/token", this::token);
        server.createContext("/events", this::event);
        server.start();
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns how many events the calendar has. */
    int events() {
        return events.get();
    }

    /** Returns what was confided to it or by it, and is nobody else's business. */
    Set<String> secrets() {
        Set<String> all = new HashSet<>(tokens);
        all.addAll(verifiers);
        all.addAll(List.of(SECRET, escaped(SECRET), basic()));
        return all;
    }

    private String description() {
        return Json.of(Map.of(
                        "issuer",
                        issuer(),
                        "authorization_endpoint",
                        issuer() + "/authorize",
                        "token_endpoint",
                        issuer() + "/token",
                        "code_challenge_methods_supported",
                        List.of("S256"),
                        "authorization_response_iss_parameter_supported",
                        true))
                .toString();
    }

    private void authorize(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> asked = Form.query(exchange);
            boolean right = CLIENT.equals(asked.get("client_id"))
                    && redirectUri.toString().equals(asked.get("redirect_uri"))
                    && "code".equals(asked.get("response_type"))
                    && "S256".equals(asked.get("code_challenge_method"))
                    && asked.containsKey("code_challenge");
            if (!right) {
                Form.page(exchange, 400, "<p>This is no request that the calendar knows.");
            } else if (exchange.getRequestMethod().equals("POST")) {
                decided(exchange, asked, Form.body(exchange));
            } else {
                Form.page(
                        exchange,
                        200,
                        "<h1>Calendar</h1><p>May the approval desk write into your calendar?"
                                + "<form method=post><button id=yes name=answer value=yes>Yes</button> "
                                + "<button id=no name=answer value=no>No</button></form>");
            }
        }
    }

    private void decided(HttpExchange exchange, Map<String, String> asked, Map<String, String> form)
            throws IOException {
        String end = "&state=" + escaped(asked.getOrDefault("state", "")) + "&iss=" + escaped(issuer());
        if (!"yes".equals(form.get("answer"))) {
            Form.redirect(exchange, redirectUri + "?error=access_denied" + end);
            return;
        }
        String code = Guests.random();
        challenges.put(code, asked.getOrDefault("code_challenge", ""));
        Form.redirect(exchange, redirectUri + "?code=" + code + end);
    }

    private void token(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> form = Form.body(exchange);
            String challenge = challenges.remove(form.getOrDefault("code", ""));
            if (!basic().equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                Form.json(exchange, 401, "{\"error\":\"invalid_client\"}");
            } else if (!isGranted(challenge, form)) {
                Form.json(exchange, 400, "{\"error\":\"invalid_grant\"}");
            } else {
                String token = Guests.random();
                tokens.add(token);
                Form.json(
                        exchange,
                        200,
                        Json.of(Map.of("access_token", token, "token_type", "Bearer", "expires_in", 3600))
                                .toString());
            }
        }
    }

    private boolean isGranted(@Nullable String challenge, Map<String, String> form) {
        verifiers.add(form.getOrDefault("code_verifier", ""));
        return challenge != null
                && "authorization_code".equals(form.get("grant_type"))
                && redirectUri.toString().equals(form.get("redirect_uri"))
                && challenge.equals(s256(form.getOrDefault("code_verifier", "")));
    }

    private void event(HttpExchange exchange) throws IOException {
        try (exchange) {
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            boolean known = authorization != null
                    && authorization.startsWith("Bearer ")
                    && tokens.contains(authorization.substring("Bearer ".length()));
            if (known) {
                Form.json(exchange, 201, "{\"event\":" + events.incrementAndGet() + "}");
            } else {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
                Form.json(exchange, 401, "{\"error\":\"invalid_token\"}");
            }
        }
    }

    private static String basic() {
        String pair = escaped(CLIENT) + ':' + escaped(SECRET);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String s256(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
