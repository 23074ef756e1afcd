package dev.harbor.oauth;

import dev.harbor.access.ScopeGrants;
import dev.harbor.identity.Identity;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Knows which scopes an identity holds: those that its tokens carry, and those of the service itself. Thread-safe. */
final class TokenScopes implements ScopeGrants {

    private final Providers providers;
    private final Tokens tokens;

    TokenScopes(Providers providers, Tokens tokens) {
        this.providers = providers;
        this.tokens = tokens;
    }

    @Override
    public Set<String> scopes(Identity identity) {
        Identity.require(identity);
        Set<String> held = new HashSet<>();
        for (OAuthProvider provider : providers.all()) {
            if (provider.isForClient()) {
                held.addAll(provider.scopes());
            } else {
                addGranted(held, provider, identity);
            }
        }
        return held;
    }

    private void addGranted(Set<String> held, OAuthProvider provider, Identity identity) {
        Optional<StoredToken> token = tokens.ofUse(Providers.key(provider, identity));
        if (token.isPresent()) {
            for (Map.Entry<String, String> scope : provider.remoteByScope().entrySet()) {
                if (token.get().granted().contains(scope.getValue())) {
                    held.add(scope.getKey());
                }
            }
        }
    }

    @Override
    public String toString() {
        return "ScopeGrants[OAuth]";
    }
}
