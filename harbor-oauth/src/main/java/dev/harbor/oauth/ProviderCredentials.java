package dev.harbor.oauth;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.Secret;
import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands out access tokens by the names of their providers. Thread-safe. */
final class ProviderCredentials implements CredentialProvider {

    private static final Logger LOG = LoggerFactory.getLogger(OAuthClient.class);

    private final Providers providers;
    private final Tokens tokens;
    private final Consents consents;

    ProviderCredentials(Providers providers, Tokens tokens, Consents consents) {
        this.providers = providers;
        this.tokens = tokens;
        this.consents = consents;
    }

    @Override
    public Optional<Secret> find(String name, Identity identity) {
        Identity.require(identity);
        return providers.find(name).map(provider -> token(provider, identity));
    }

    private Secret token(OAuthProvider provider, Identity identity) {
        TokenStore.Key key = Providers.key(provider, identity);
        return provider.isForClient()
                ? ofClient(provider, key, identity, null)
                : tokens.usable(key, identity).orElseThrow(() -> consents.required(provider, identity));
    }

    private Secret ofClient(OAuthProvider provider, TokenStore.Key key, Identity identity, @Nullable Secret refused) {
        Set<String> scopes = Set.copyOf(provider.remoteByScope().values());
        return tokens.ofClient(
                key,
                providers.terms(provider),
                scopes,
                identity,
                token -> token.access().equals(refused));
    }

    @Override
    public boolean isKnown(String name) {
        return providers.find(name).isPresent();
    }

    @Override
    public boolean renew(String name, Identity identity, Secret refused) {
        Identity.require(identity);
        Objects.requireNonNull(refused, "refused");
        try {
            return providers
                    .find(name)
                    .filter(provider -> renewed(provider, identity, refused))
                    .isPresent();
        } catch (OAuthException e) {
            LOG.info("the token of '{}' was refused and can't be renewed: {}", name, e.getMessage());
            return false;
        }
    }

    private boolean renewed(OAuthProvider provider, Identity identity, Secret refused) {
        TokenStore.Key key = Providers.key(provider, identity);
        return provider.isForClient()
                ? !ofClient(provider, key, identity, refused).equals(refused)
                : tokens.renew(key, identity, refused);
    }

    @Override
    public String toString() {
        return "CredentialProvider[OAuth]";
    }
}
