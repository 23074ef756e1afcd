package dev.harbor.oauth;

import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import dev.harbor.access.Secret;
import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes tokens away: here first, so that nothing is sent with them any more whatever the server does, and then at the server. Thread-safe; blocks on store and server.
 */
final class Revoking {

    private static final Logger LOG = LoggerFactory.getLogger(OAuthClient.class);

    private final Tokens tokens;
    private final TokenEndpoint endpoint;

    Revoking(Tokens tokens, TokenEndpoint endpoint) {
        this.tokens = tokens;
        this.endpoint = endpoint;
    }

    /**
     * Takes a token away.
     *
     * @param identity on whose behalf, for clients whose secrets differ by tenant
     */
    Revocation revoke(TokenStore.Key key, Identity identity) {
        Optional<StoredToken> taken = tokens.take(key);
        return taken.isEmpty() ? Revocation.NONE_THERE : atServer(taken.get(), identity);
    }

    /** Revoking the refresh token ends what came of it at most servers; the access token is named too, for the others. */
    private Revocation atServer(StoredToken token, Identity identity) {
        try {
            Secret refresh = token.refresh();
            boolean all = refresh != null && told(token, new RefreshToken(refresh.reveal()), identity);
            boolean access = told(token, new BearerAccessToken(token.access().reveal()), identity);
            return all || access ? Revocation.REVOKED : Revocation.NOT_OFFERED;
        } catch (OAuthException e) {
            LOG.warn("a token was removed here, but its server was not told: {}", e.getMessage());
            return Revocation.NOT_TOLD;
        }
    }

    private boolean told(StoredToken token, Token which, Identity identity) {
        return endpoint.revoke(token.terms(), which, identity);
    }
}
