package dev.harbor.oauth;

import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;

/**
 * Takes tokens away: here first, so that nothing is sent with them any more whatever the server does, and then at the server. Thread-safe; blocks on store and server.
 */
final class Revoking {

    private final Tokens tokens;
    private final Revoker revoker;

    Revoking(Tokens tokens, Revoker revoker) {
        this.tokens = tokens;
        this.revoker = revoker;
    }

    /**
     * Takes a token away.
     *
     * @param identity on whose behalf, for clients whose secrets differ by tenant
     */
    Revocation revoke(TokenStore.Key key, Identity identity) {
        return tokens.take(key).map(taken -> revoker.revoke(taken, identity)).orElse(Revocation.NONE_THERE);
    }
}
