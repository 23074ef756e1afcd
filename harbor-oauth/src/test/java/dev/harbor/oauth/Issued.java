package dev.harbor.oauth;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.SignedJWT;
import dev.harbor.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Is what the authorization server of the tests has given out: clients, codes and tokens. */
final class Issued {

    private final Map<String, Client> clients = new HashMap<>();
    private final Map<String, Code> codes = new HashMap<>();
    private final Map<String, Token> accessTokens = new HashMap<>();
    private final Map<String, Token> refreshTokens = new HashMap<>();
    private final Set<String> usedRefreshTokens = new HashSet<>();
    private final AtomicInteger numbers = new AtomicInteger();

    String issuer = "";
    String resource = "";
    volatile String person = "ada";
    volatile String deniesWith = "";
    volatile @Nullable Set<String> grantsOnly;
    volatile int lifeSeconds = 3600;
    volatile boolean givesRefreshTokens = true;
    volatile boolean wantsResource;
    /** A test takes the permits to hold requests for tokens. */
    final Semaphore open = new Semaphore(1000);

    record Client(
            String id,
            String method,
            String secret,
            Set<String> redirects,
            @Nullable ECKey key) {}

    record Code(String client, String redirect, String challenge, String resource, String person, Set<String> scopes) {}

    record Token(String family, String client, String person, Set<String> scopes) {}

    /** Registers a client by hand. */
    synchronized void client(String id, String method, String secret) {
        clients.put(id, new Client(id, method, secret, Set.of(AuthorizationServer.REDIRECT.toString()), null));
    }

    synchronized void signingClient(String id, ECKey key) {
        clients.put(id, new Client(id, "private_key_jwt", "", Set.of(), key));
    }

    synchronized Says register(Json body) {
        String id = "registered-" + numbers.incrementAndGet();
        String method = body.get("token_endpoint_auth_method").orElseThrow().asString();
        Set<String> redirects = new HashSet<>();
        body.get("redirect_uris").orElseThrow().elements().forEach(each -> redirects.add(each.asString()));
        String secret = method.equals("none") ? "" : "secret-of-" + id;
        clients.put(id, new Client(id, method, secret, redirects, null));
        Map<String, Object> answer = new LinkedHashMap<>(body.members());
        answer.put("client_id", id);
        if (!secret.isEmpty()) {
            answer.put("client_secret", secret);
            answer.put("client_secret_expires_at", 0);
        }
        return Says.json(201, answer);
    }

    synchronized Says authorize(Map<String, String> query) {
        Client client = clients.get(query.getOrDefault("client_id", ""));
        String redirect = query.getOrDefault("redirect_uri", "");
        String state = query.getOrDefault("state", "");
        if (client == null || !client.redirects().contains(redirect)) {
            return Says.text(400, "unknown client or redirect_uri");
        }
        String problem = problem(query, state);
        if (!problem.isEmpty()) {
            return Says.text(400, problem);
        }
        String end = "&state=" + state + "&iss=" + java.net.URLEncoder.encode(issuer, StandardCharsets.UTF_8);
        if (!deniesWith.isEmpty()) {
            return Says.redirect(redirect + "?error=" + deniesWith + end);
        }
        String code = "code-" + numbers.incrementAndGet() + "-5ecret";
        Set<String> scopes =
                new TreeSet<>(List.of(query.getOrDefault("scope", "").split(" ", -1)));
        scopes.remove("");
        Set<String> only = grantsOnly;
        if (only != null) {
            scopes.retainAll(only);
        }
        codes.put(
                code,
                new Code(
                        client.id(),
                        redirect,
                        query.get("code_challenge"),
                        query.getOrDefault("resource", ""),
                        person,
                        scopes));
        return Says.redirect(redirect + "?code=" + code + end);
    }

    private String problem(Map<String, String> query, String state) {
        if (!"code".equals(query.get("response_type"))) {
            return "response_type";
        }
        if (!"S256".equals(query.get("code_challenge_method"))
                || query.getOrDefault("code_challenge", "").length() != 43) {
            return "code_challenge";
        }
        if (state.length() < 32) {
            return "state";
        }
        return wantsResource && !resource.equals(query.get("resource")) ? "resource" : "";
    }

    Says token(Asked one) {
        open.acquireUninterruptibly();
        try {
            return tokenNow(one);
        } finally {
            open.release();
        }
    }

    private synchronized Says tokenNow(Asked one) {
        Map<String, String> form = one.form();
        Client client = authenticated(one, form);
        if (client == null) {
            return Says.error(401, "invalid_client");
        }
        if (wantsResource && !resource.equals(form.get("resource"))) {
            return Says.error(400, "invalid_target");
        }
        return switch (form.getOrDefault("grant_type", "")) {
            case "authorization_code" -> exchange(client, form);
            case "refresh_token" -> refresh(client, form);
            case "client_credentials" -> ofClient(client, form);
            default -> Says.error(400, "unsupported_grant_type");
        };
    }

    private @Nullable Client authenticated(Asked one, Map<String, String> form) {
        String header = one.header("Authorization");
        if (header.startsWith("Basic ")) {
            String[] pair =
                    new String(Base64.getDecoder().decode(header.substring(6)), StandardCharsets.UTF_8).split(":", 2);
            return secretOf("client_secret_basic", pair[0], pair[1]);
        }
        if (form.containsKey("client_assertion")) {
            return signed(form.get("client_assertion"));
        }
        String id = form.getOrDefault("client_id", "");
        return form.containsKey("client_secret")
                ? secretOf("client_secret_post", id, form.get("client_secret"))
                : secretOf("none", id, "");
    }

    private @Nullable Client secretOf(String method, String id, String secret) {
        Client client = clients.get(id);
        boolean known = client != null
                && client.method().equals(method)
                && client.secret().equals(secret);
        return known ? client : null;
    }

    private @Nullable Client signed(String assertion) {
        try {
            SignedJWT jwt = SignedJWT.parse(assertion);
            Client client = clients.get(jwt.getJWTClaimsSet().getSubject());
            boolean good = client != null
                    && client.key() != null
                    && jwt.verify(new ECDSAVerifier(client.key()))
                    && jwt.getJWTClaimsSet().getIssuer().equals(client.id())
                    && jwt.getJWTClaimsSet().getAudience().equals(List.of(issuer))
                    && jwt.getJWTClaimsSet().getJWTID() != null
                    && jwt.getJWTClaimsSet().getExpirationTime() != null;
            return good ? client : null;
        } catch (java.text.ParseException | com.nimbusds.jose.JOSEException e) {
            return null;
        }
    }

    private Says exchange(Client client, Map<String, String> form) {
        Code code = codes.remove(form.getOrDefault("code", ""));
        boolean good = code != null
                && code.client().equals(client.id())
                && code.redirect().equals(form.get("redirect_uri"))
                && code.resource().equals(form.getOrDefault("resource", ""))
                && code.challenge().equals(s256(form.getOrDefault("code_verifier", "")));
        if (!good) {
            return Says.error(400, "invalid_grant");
        }
        return give(new Token("family-" + numbers.incrementAndGet(), client.id(), code.person(), code.scopes()), true);
    }

    private Says refresh(Client client, Map<String, String> form) {
        String value = form.getOrDefault("refresh_token", "");
        Token token = refreshTokens.remove(value);
        if (token == null || !token.client().equals(client.id())) {
            if (usedRefreshTokens.contains(value)) {
                refreshTokens.clear();
                accessTokens.clear();
            }
            return Says.error(400, "invalid_grant");
        }
        usedRefreshTokens.add(value);
        accessTokens.values().removeIf(each -> each.family().equals(token.family()));
        return give(token, true);
    }

    private Says ofClient(Client client, Map<String, String> form) {
        if (client.method().equals("none")) {
            return Says.error(400, "unauthorized_client");
        }
        Set<String> scopes =
                new TreeSet<>(List.of(form.getOrDefault("scope", "").split(" ", -1)));
        scopes.remove("");
        return give(new Token("family-" + numbers.incrementAndGet(), client.id(), "the service", scopes), false);
    }

    private Says give(Token token, boolean renewable) {
        String access = "access-" + numbers.incrementAndGet() + "-5ecret";
        accessTokens.put(access, token);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("access_token", access);
        answer.put("token_type", "Bearer");
        answer.put("scope", String.join(" ", token.scopes()));
        if (lifeSeconds > 0) {
            answer.put("expires_in", lifeSeconds);
        }
        if (renewable && givesRefreshTokens) {
            String refresh = "refresh-" + numbers.incrementAndGet() + "-5ecret";
            refreshTokens.put(refresh, token);
            answer.put("refresh_token", refresh);
        }
        return Says.json(200, answer).with("Cache-Control", "no-store");
    }

    /** As RFC 7009 wants it: a token that is not there counts as revoked, and one of another client is refused. */
    synchronized Says revoke(Asked one) {
        Client client = authenticated(one, one.form());
        if (client == null) {
            return Says.error(401, "invalid_client");
        }
        String value = one.form().getOrDefault("token", "");
        Token token = refreshTokens.containsKey(value) ? refreshTokens.get(value) : accessTokens.get(value);
        if (token == null) {
            return Says.text(200, "");
        }
        if (!token.client().equals(client.id())) {
            return Says.error(400, "invalid_client");
        }
        if (refreshTokens.remove(value) != null) {
            accessTokens.values().removeIf(each -> each.family().equals(token.family()));
        }
        accessTokens.remove(value);
        return Says.text(200, "");
    }

    synchronized boolean isRenewable(String refresh) {
        return refreshTokens.containsKey(refresh);
    }

    synchronized int alive() {
        return accessTokens.size() + refreshTokens.size();
    }

    synchronized boolean isGood(String access) {
        return accessTokens.containsKey(access);
    }

    synchronized Set<String> scopes(String access) {
        return accessTokens.get(access).scopes();
    }

    synchronized String whose(String access) {
        return accessTokens.get(access).person();
    }

    /** Ends access tokens before their time. */
    synchronized void revokeAccess() {
        accessTokens.clear();
    }

    /** Ends everything. */
    synchronized void revokeAll() {
        accessTokens.clear();
        refreshTokens.clear();
    }

    private static String s256(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
