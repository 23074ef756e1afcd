package dev.harbor.oauth;

import dev.harbor.access.ConsentProvider;
import dev.harbor.access.ConsentRequired;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Knows how people grant the scopes of the configured providers. Thread-safe. */
final class Consents implements ConsentProvider {

    /** The member of a payload that says who grants what has no address. */
    static final String GRANTED_BY = "granted_by";

    /** Says that an administrator does. */
    static final String ADMINISTRATOR = "administrator";

    private final Providers providers;
    private final Tokens tokens;
    private final Flows flows;
    private final Erasing erasing;

    Consents(Providers providers, Tokens tokens, Flows flows, Erasing erasing) {
        this.providers = providers;
        this.tokens = tokens;
        this.flows = flows;
        this.erasing = erasing;
    }

    @Override
    public Optional<Consent> obtain(Identity identity, Set<String> scopes) {
        Identity.require(identity);
        return providers
                .ofPeople(scopes)
                .map(provider -> new Consent(
                        "access to " + provider.name() + " has to be granted",
                        Json.of(Map.of("provider", provider.name(), "scopes", List.copyOf(scopes)))));
    }

    /** A user gets no address for what is the tenant's: whoever opened it would lend their own account to everybody. */
    private Consent byAdministrator(OAuthProvider provider, Set<String> scopes) {
        Set<String> remote = providers.remote(provider, scopes);
        return new Consent(
                "an administrator has to grant access to " + provider.name() + ": " + String.join(", ", remote),
                Json.of(Map.of("provider", provider.name(), "scopes", List.copyOf(remote), GRANTED_BY, ADMINISTRATOR)));
    }

    @Override
    public Optional<Consent> begin(Identity identity, Set<String> scopes) {
        Identity.require(identity);
        return providers.ofPeople(scopes).map(provider -> waitFor(provider, identity, scopes));
    }

    private Consent waitFor(OAuthProvider provider, Identity identity, Set<String> scopes) {
        return provider.isShared() ? byAdministrator(provider, scopes) : begin(provider, identity, scopes);
    }

    /** Begins a consent to some scopes, and to those that the person has granted before. */
    Consent begin(OAuthProvider provider, Identity identity, Set<String> scopes) {
        Set<String> granted = tokens.held(Providers.key(provider, identity))
                .map(StoredToken::granted)
                .orElse(Set.of());
        return flows.begin(identity, providers.asking(provider, scopes, granted));
    }

    /** Returns that a person has to consent to everything that a provider is configured for. */
    ConsentRequired required(OAuthProvider provider, Identity identity) {
        return new ConsentRequired(waitFor(provider, identity, provider.scopes()));
    }

    @Override
    public long erase(String tenant, @Nullable String user, @Nullable String session) {
        return erasing.erase(tenant, user, session);
    }

    @Override
    public String toString() {
        return "ConsentProvider[OAuth]";
    }
}
