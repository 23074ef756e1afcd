package dev.harbor.oauth;

import dev.harbor.access.TokenStore.Key;
import dev.harbor.json.Json;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Registers this service as a client where it is not known yet, once for all processes that share the store. Thread-safe. */
final class Registrar {

    private final Web web;
    private final Vault vault;
    private final Clock clock;

    Registrar(Web web, Vault vault, Clock clock) {
        this.web = web;
        this.vault = vault;
        this.clock = clock;
    }

    /**
     * Returns the client that this service is at a server.
     *
     * @throws OAuthException with {@link OAuthException#REGISTRATION_FAILED} if the server registers none
     */
    ClientRegistration client(ServerMetadata server, String name, URI redirectUri) {
        Key key = Key.shared("client:"
                + Hashes.of(Json.of(List.of(server.issuer(), redirectUri.toString()))
                        .toString()));
        Optional<Vault.Opened> before = vault.find(key);
        Optional<ClientRegistration> known = before.flatMap(opened -> read(opened.content()));
        if (known.isPresent()) {
            return known.get();
        }
        Json registered = register(server, name, redirectUri);
        if (vault.replace(key, before.orElse(null), registered, null).isPresent()) {
            return read(registered).orElseThrow(() -> failed(server, "it gives a client that has expired already"));
        }
        // Another process was first; its client is the one that everybody uses.
        return vault.find(key)
                .flatMap(opened -> read(opened.content()))
                .orElseThrow(() -> failed(server, "the client that was registered is gone"));
    }

    private Optional<ClientRegistration> read(Json kept) {
        Instant expiresAt = Texts.instant(kept, "expires_at");
        if (expiresAt != null && !clock.instant().isBefore(expiresAt)) {
            return Optional.empty();
        }
        return Optional.of(ClientRegistration.registered(
                Texts.require(kept, "client_id"),
                ClientRegistration.Method.valueOf(Texts.require(kept, "method")),
                Texts.text(kept, "secret")));
    }

    private Json register(ServerMetadata server, String name, URI redirectUri) {
        URI endpoint = server.registration();
        if (endpoint == null) {
            throw failed(server, "it registers no clients; name the client that it knows in the configuration");
        }
        Web.Posted answer = web.post(endpoint, request(server, name, redirectUri));
        if (answer.status() != 201 && answer.status() != 200) {
            throw failed(server, "it refuses with status " + answer.status());
        }
        String clientId = Texts.text(answer.body(), "client_id");
        if (clientId == null || clientId.isBlank()) {
            throw failed(server, "it gives no client_id");
        }
        return kept(server, answer.body(), clientId);
    }

    private static Json request(ServerMetadata server, String name, URI redirectUri) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("client_name", name);
        body.put("redirect_uris", List.of(redirectUri.toString()));
        body.put("grant_types", List.of("authorization_code", "refresh_token"));
        body.put("response_types", List.of("code"));
        body.put("token_endpoint_auth_method", method(server.authMethods()));
        body.put("application_type", Addresses.isLoopback(redirectUri) ? "native" : "web");
        return Json.of(body);
    }

    /** A client whose secret would lie in many places is better without one. */
    private static String method(Set<String> offered) {
        if (offered.isEmpty() || offered.contains("none")) {
            return "none";
        }
        return offered.contains("client_secret_basic") ? "client_secret_basic" : "client_secret_post";
    }

    private static Json kept(ServerMetadata server, Json answer, String clientId) {
        String secret = Texts.text(answer, "client_secret");
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("client_id", clientId);
        members.put(
                "method",
                method(server, Texts.text(answer, "token_endpoint_auth_method"), secret)
                        .name());
        Texts.put(members, "secret", secret);
        answer.get("client_secret_expires_at")
                .filter(value -> value.kind() == Json.Kind.NUMBER)
                .map(value -> value.asNumber().longValue())
                .filter(seconds -> seconds > 0)
                .ifPresent(seconds ->
                        members.put("expires_at", Instant.ofEpochSecond(seconds).toString()));
        return Json.of(members);
    }

    private static ClientRegistration.Method method(
            ServerMetadata server, @Nullable String named, @Nullable String secret) {
        if (secret == null || secret.isEmpty()) {
            return ClientRegistration.Method.NONE;
        }
        return switch (named == null ? "client_secret_basic" : named) {
            case "none" -> ClientRegistration.Method.NONE;
            case "client_secret_basic" -> ClientRegistration.Method.SECRET_BASIC;
            case "client_secret_post" -> ClientRegistration.Method.SECRET_POST;
            default -> throw failed(server, "it wants a way to authenticate that was not asked for");
        };
    }

    private static OAuthException failed(ServerMetadata server, String why) {
        return new OAuthException(
                OAuthException.REGISTRATION_FAILED,
                "there is no client at " + Addresses.origin(URI.create(server.issuer())) + ": " + why);
    }
}
