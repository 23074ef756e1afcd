package dev.harbor.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.token.AccessTokenType;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import com.nimbusds.oauth2.sdk.token.Tokens;
import dev.harbor.access.Secret;
import dev.harbor.identity.Identity;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks token endpoints for tokens. Thread-safe; each method blocks on one request. */
final class TokenEndpoint {

    private static final Set<String> STANDARD_ERRORS = Set.of(
            "invalid_request",
            "invalid_client",
            "invalid_grant",
            "unauthorized_client",
            "unsupported_grant_type",
            "invalid_scope",
            "invalid_target",
            "access_denied",
            "server_error",
            "temporarily_unavailable",
            "invalid_dpop_proof",
            "use_dpop_nonce");

    private final Web web;
    private final ClientProof proof;
    private final Clock clock;

    TokenEndpoint(Web web, ClientProof proof, Clock clock) {
        this.web = web;
        this.proof = proof;
        this.clock = clock;
    }

    /** Returns an error code if the standards know it, else a name for all others, which may hold anything. */
    static String known(@Nullable String error) {
        if (error == null || error.isEmpty()) {
            return "";
        }
        return STANDARD_ERRORS.contains(error) ? error : "other";
    }

    /**
     * Exchanges a code.
     *
     * @throws OAuthException if there is no token
     */
    Grant exchange(StoredFlow flow, String code, Identity identity) {
        return ask(
                flow.terms(),
                new AuthorizationCodeGrant(
                        new AuthorizationCode(code),
                        flow.redirectUri(),
                        new CodeVerifier(flow.verifier().reveal())),
                null,
                identity);
    }

    /**
     * Renews a token.
     *
     * @throws OAuthException if there is no new one
     */
    Grant refresh(Terms terms, Secret refresh, Identity identity) {
        return ask(terms, new RefreshTokenGrant(new RefreshToken(refresh.reveal())), null, identity);
    }

    /**
     * Asks for a token of the client itself.
     *
     * @throws OAuthException if there is none
     */
    Grant ofClient(Terms terms, Set<String> scopes, Identity identity) {
        Scope scope = scopes.isEmpty() ? null : new Scope(scopes.toArray(String[]::new));
        return ask(terms, new ClientCredentialsGrant(), scope, identity);
    }

    /**
     * Revokes a token; tells whether the server has, which it does for one that it does not know as well.
     *
     * @throws OAuthException if the server can't be reached, fails at the moment or refuses the client
     */
    boolean revoke(Terms terms, Token token, Identity identity) {
        URI address = terms.revocation();
        if (address == null) {
            return false;
        }
        TokenRevocationRequest request = proof.of(terms, identity)
                .map(how -> new TokenRevocationRequest(address, how, token))
                .orElseGet(() -> new TokenRevocationRequest(
                        address, new ClientID(terms.client().clientId()), token));
        HTTPResponse answer = web.send(request.toHTTPRequest());
        if (answer.getStatusCode() == 200) {
            return true;
        }
        TokenErrorResponse refusal = refusal(answer);
        if (refusal != null && "unsupported_token_type".equals(code(refusal))) {
            return false;
        }
        throw new OAuthException(
                isPassing(answer) ? OAuthException.UNAVAILABLE : OAuthException.TOKEN_REFUSED,
                "the revocation endpoint at " + Addresses.origin(address) + " answers with status "
                        + answer.getStatusCode());
    }

    private static @Nullable TokenErrorResponse refusal(HTTPResponse answer) {
        try {
            return answer.indicatesSuccess() ? null : TokenErrorResponse.parse(answer);
        } catch (ParseException ignored) {
            // The status says enough, and the text may quote the token.
            return null;
        }
    }

    private static boolean isPassing(HTTPResponse answer) {
        return answer.getStatusCode() >= 500 || answer.getStatusCode() == 429;
    }

    private static @Nullable String code(TokenErrorResponse response) {
        return response.getErrorObject() == null
                ? null
                : response.getErrorObject().getCode();
    }

    private Grant ask(Terms terms, AuthorizationGrant grant, @Nullable Scope scope, Identity identity) {
        Optional<ClientAuthentication> authentication = proof.of(terms, identity);
        TokenRequest.Builder request = authentication
                .map(how -> new TokenRequest.Builder(terms.tokenEndpoint(), how, grant))
                .orElseGet(() -> new TokenRequest.Builder(
                        terms.tokenEndpoint(), new ClientID(terms.client().clientId()), grant));
        if (scope != null) {
            request.scope(scope);
        }
        URI resource = terms.resource();
        if (resource != null) {
            request.resource(resource);
        }
        return read(terms, web.send(request.build().toHTTPRequest()));
    }

    private Grant read(Terms terms, HTTPResponse answer) {
        if (isPassing(answer)) {
            throw new OAuthException(
                    OAuthException.UNAVAILABLE,
                    "the token endpoint at " + Addresses.origin(terms.tokenEndpoint()) + " answers with status "
                            + answer.getStatusCode());
        }
        try {
            TokenResponse response = TokenResponse.parse(answer);
            if (response.indicatesSuccess()) {
                return grant(terms, response.toSuccessResponse().getTokens());
            }
            throw refused(terms, response.toErrorResponse());
        } catch (ParseException ignored) {
            // What the library says quotes the answer, which may hold tokens.
            throw refused(terms, "answers with status " + answer.getStatusCode() + " and nothing that can be read", "");
        }
    }

    private Grant grant(Terms terms, Tokens tokens) {
        AccessToken access = tokens.getAccessToken();
        if (!AccessTokenType.BEARER.equals(access.getType())) {
            throw refused(terms, "gives a token that is no bearer token", "");
        }
        RefreshToken refresh = tokens.getRefreshToken();
        return new Grant(
                Secret.of(access.getValue()),
                refresh == null ? null : Secret.of(refresh.getValue()),
                expiry(access.getLifetime()),
                access.getScope() == null
                        ? null
                        : Scopes.parse(access.getScope().toString()));
    }

    private @Nullable Instant expiry(long seconds) {
        return seconds <= 0 ? null : clock.instant().plusSeconds(Math.min(seconds, Integer.MAX_VALUE));
    }

    private static OAuthException refused(Terms terms, TokenErrorResponse response) {
        String error = known(code(response));
        return refused(terms, "refuses with " + (error.isEmpty() ? "no reason" : error), error);
    }

    private static OAuthException refused(Terms terms, String how, String error) {
        return new OAuthException(
                OAuthException.TOKEN_REFUSED,
                "the token endpoint at " + Addresses.origin(terms.tokenEndpoint()) + ' ' + how,
                error,
                null);
    }
}
