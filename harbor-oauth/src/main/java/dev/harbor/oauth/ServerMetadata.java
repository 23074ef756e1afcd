package dev.harbor.oauth;

import dev.harbor.json.Json;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is what an authorization server says about itself, as far as it matters here. Immutable.
 *
 * @param issuer its name, which is also where it was found
 * @param authorization where people are sent, or null for a server that only serves clients
 * @param token where tokens are asked for
 * @param registration where clients are registered, or null
 * @param revocation where tokens are revoked, or null
 * @param scopes the scopes that it names
 * @param authMethods how clients may prove themselves; empty when it does not say
 * @param challengeMethods the methods of PKCE
 * @param namesItself whether it says in its answers which server it is
 * @param clientDocuments whether a client id may be the address of a document about the client
 */
record ServerMetadata(
        String issuer,
        @Nullable URI authorization,
        URI token,
        @Nullable URI registration,
        @Nullable URI revocation,
        Set<String> scopes,
        Set<String> authMethods,
        Set<String> challengeMethods,
        boolean namesItself,
        boolean clientDocuments) {

    /**
     * Reads a document.
     *
     * @throws OAuthException with {@link OAuthException#DISCOVERY_FAILED} if something is missing, or the document is about another server
     */
    static ServerMetadata of(String issuer, Json document) {
        if (!issuer.equals(Texts.text(document, "issuer"))) {
            throw failed(issuer, "the document there is about another issuer");
        }
        URI token = address(document, "token_endpoint");
        if (token == null) {
            throw failed(issuer, "it names no token_endpoint");
        }
        return new ServerMetadata(
                issuer,
                address(document, "authorization_endpoint"),
                token,
                address(document, "registration_endpoint"),
                address(document, "revocation_endpoint"),
                Texts.texts(document, "scopes_supported"),
                Texts.texts(document, "token_endpoint_auth_methods_supported"),
                Texts.texts(document, "code_challenge_methods_supported"),
                Texts.isTrue(document, "authorization_response_iss_parameter_supported"),
                Texts.isTrue(document, "client_id_metadata_document_supported"));
    }

    private static @Nullable URI address(Json document, String name) {
        String text = Texts.text(document, name);
        return text == null ? null : Addresses.read(name, text);
    }

    /** Returns the endpoints that servers had before they said where these are. */
    static ServerMetadata undescribed(URI server) {
        URI origin = Addresses.origin(server);
        return new ServerMetadata(
                origin.toString(),
                Addresses.at(origin, "/authorize"),
                Addresses.at(origin, "/token"),
                Addresses.at(origin, "/register"),
                null,
                Set.of(),
                Set.of(),
                Set.of("S256"),
                false,
                false);
    }

    /**
     * Returns where people are sent.
     *
     * @throws OAuthException with {@link OAuthException#DISCOVERY_FAILED} if that is nowhere, or the server does not say that it checks PKCE with S256
     */
    URI authorizationForPeople() {
        URI address = Optional.ofNullable(authorization)
                .orElseThrow(() -> failed(issuer, "it names no authorization_endpoint"));
        if (!challengeMethods.contains("S256")) {
            throw failed(issuer, "it does not say that it checks PKCE with S256");
        }
        return address;
    }

    static OAuthException failed(String issuer, String why) {
        return new OAuthException(
                OAuthException.DISCOVERY_FAILED,
                "the authorization server " + Addresses.origin(URI.create(issuer)) + " can't be used: " + why);
    }
}
