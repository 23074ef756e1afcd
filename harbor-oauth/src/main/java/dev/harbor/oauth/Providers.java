package dev.harbor.oauth;

import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Has the configured providers, and works out the terms of each when they are needed. Thread-safe. */
final class Providers {

    private final Map<String, OAuthProvider> byName;
    private final Map<String, OAuthProvider> byScope = new LinkedHashMap<>();
    private final Discovery discovery;
    private final Registrar registrar;

    Providers(Map<String, OAuthProvider> byName, Discovery discovery, Registrar registrar) {
        this.byName = byName;
        this.discovery = discovery;
        this.registrar = registrar;
        byName.values().forEach(provider -> provider.scopes().forEach(scope -> byScope.put(scope, provider)));
    }

    Collection<OAuthProvider> all() {
        return byName.values();
    }

    Optional<OAuthProvider> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Returns who has the first of some scopes; empty unless each of them can be had from somebody by the consent of a person. */
    Optional<OAuthProvider> ofPeople(Set<String> scopes) {
        boolean all = scopes.stream().map(byScope::get).allMatch(Providers::isOfPeople);
        return all ? scopes.stream().sorted().findFirst().map(byScope::get) : Optional.empty();
    }

    private static boolean isOfPeople(@Nullable OAuthProvider provider) {
        return provider != null && !provider.isForClient();
    }

    /** Returns the key that a token lies under: of a person, in whatever session, or of the tenant as a whole. */
    static TokenStore.Key key(OAuthProvider provider, Identity identity) {
        if (provider.isForClient()) {
            return TokenStore.Key.ofTenant(identity.tenant(), "service:" + provider.name());
        }
        return provider.isShared()
                ? TokenStore.Key.ofTenant(identity.tenant(), tokenName(provider))
                : TokenStore.Key.of(identity, tokenName(provider));
    }

    private static String tokenName(OAuthProvider provider) {
        return "provider:" + provider.name();
    }

    /** Returns scopes as the server of a provider spells them, in order; those of other providers are left out. */
    Set<String> remote(OAuthProvider provider, Set<String> scopes) {
        Set<String> remote = new LinkedHashSet<>();
        scopes.stream().sorted().map(provider::remote).forEach(scope -> add(remote, scope));
        return remote;
    }

    /**
     * Returns what a person shall be asked.
     *
     * @param needed scopes that somebody waits for, by their local names; those of other providers are left out
     * @param granted what the person has granted before, by the names of the server, which is asked for again
     * @throws OAuthException if the server can't be used
     */
    Asking asking(OAuthProvider provider, Set<String> needed, Set<String> granted) {
        Set<String> remote = remote(provider, needed);
        return new Asking(
                provider.name(),
                tokenName(provider),
                provider.isShared(),
                terms(provider),
                authorization(provider),
                provider.redirectUri(),
                Scopes.union(remote, granted),
                remote,
                provider.parameters());
    }

    private static void add(Set<String> scopes, @Nullable String scope) {
        if (scope != null) {
            scopes.add(scope);
        }
    }

    /**
     * Returns the terms of tokens.
     *
     * @throws OAuthException if the server can't be used
     */
    Terms terms(OAuthProvider provider) {
        String issuer = provider.issuer();
        URI token = provider.tokenEndpoint();
        ClientRegistration client = provider.client();
        boolean namesItself =
                issuer != null && token == null && discovery.of(issuer).namesItself();
        return new Terms(
                issuer,
                token == null ? described(provider).token() : token,
                client == null
                        ? registrar.client(described(provider), provider.clientName(), provider.redirectUri())
                        : client,
                provider.resource(),
                namesItself,
                revocation(provider));
    }

    private @Nullable URI revocation(OAuthProvider provider) {
        URI named = provider.revocationEndpoint();
        boolean isDescribed = provider.issuer() != null && provider.tokenEndpoint() == null;
        return named == null && isDescribed ? described(provider).revocation() : named;
    }

    private URI authorization(OAuthProvider provider) {
        URI named = provider.authorizationEndpoint();
        return named == null ? described(provider).authorizationForPeople() : named;
    }

    private ServerMetadata described(OAuthProvider provider) {
        return discovery.of(String.valueOf(provider.issuer()));
    }
}
