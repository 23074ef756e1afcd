package dev.harbor.oauth;

import dev.harbor.json.Json;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is under which terms tokens are asked for: where, as whom, and for which resource. It is kept with a token, so that this is renewed where it came from.
 * Immutable.
 *
 * @param issuer the authorization server, or null when only its endpoints are known
 * @param issuerInAnswers whether the server has to name itself when a person comes back from it
 * @param revocation where tokens are revoked, or null when that is not known
 */
record Terms(
        @Nullable String issuer,
        URI tokenEndpoint,
        ClientRegistration client,
        @Nullable URI resource,
        boolean issuerInAnswers,
        @Nullable URI revocation) {

    Json toJson() {
        Map<String, Object> members = new LinkedHashMap<>();
        Texts.put(members, "issuer", issuer);
        members.put("token_endpoint", tokenEndpoint.toString());
        members.put("client_id", client.clientId());
        members.put("method", client.method().name());
        Texts.put(members, "credential", client.credential());
        Texts.put(members, "secret", Texts.reveal(client.given()));
        Texts.put(members, "resource", resource);
        members.put("issuer_in_answers", issuerInAnswers);
        Texts.put(members, "revocation", revocation);
        return Json.of(members);
    }

    static Terms of(Json json) {
        String resource = Texts.text(json, "resource");
        String revocation = Texts.text(json, "revocation");
        return new Terms(
                Texts.text(json, "issuer"),
                URI.create(Texts.require(json, "token_endpoint")),
                ClientRegistration.of(
                        Texts.require(json, "client_id"),
                        ClientRegistration.Method.valueOf(Texts.require(json, "method")),
                        Texts.text(json, "credential"),
                        Texts.text(json, "secret")),
                resource == null ? null : URI.create(resource),
                json.get("issuer_in_answers").orElseThrow().asBoolean(),
                revocation == null ? null : URI.create(revocation));
    }
}
