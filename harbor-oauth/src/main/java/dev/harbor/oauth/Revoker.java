package dev.harbor.oauth;

import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import dev.harbor.access.Secret;
import dev.harbor.identity.Identity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Revokes at their servers tokens that are not kept here any more. Thread-safe; blocks on the server. */
final class Revoker {

    private static final Logger LOG = LoggerFactory.getLogger(OAuthClient.class);

    private final TokenEndpoint endpoint;

    Revoker(TokenEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * Revokes a token. Revoking the refresh token ends what came of it at most servers; the access token is named too, for the others, whatever came of the refresh
     * token. As long as that lives the token counts as alive.
     *
     * @param identity on whose behalf, for clients whose secrets differ by tenant
     */
    Revocation revoke(StoredToken token, Identity identity) {
        Secret refresh = token.refresh();
        if (refresh == null) {
            return told(token, access(token), identity);
        }
        Revocation whole = told(token, new RefreshToken(refresh.reveal()), identity);
        Revocation access = told(token, access(token), identity);
        return whole == Revocation.NOT_OFFERED && access == Revocation.NOT_TOLD ? access : whole;
    }

    private static Token access(StoredToken token) {
        return new BearerAccessToken(token.access().reveal());
    }

    private Revocation told(StoredToken token, Token which, Identity identity) {
        try {
            return endpoint.revoke(token.terms(), which, identity) ? Revocation.REVOKED : Revocation.NOT_OFFERED;
        } catch (OAuthException e) {
            LOG.warn("a token was removed here, but its server was not told: {}", e.getMessage());
            return Revocation.NOT_TOLD;
        }
    }
}
