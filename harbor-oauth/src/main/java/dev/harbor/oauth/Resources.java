package dev.harbor.oauth;

import dev.harbor.access.ConsentRequired;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.access.Secret;
import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Has tokens for resources that say themselves whose tokens they take. Thread-safe. */
final class Resources implements ResourceAuthorizer {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final ResourceSettings settings;
    private final ResourceClients clients;
    private final Bindings bindings;
    private final Tokens tokens;
    private final Flows flows;

    Resources(ResourceSettings settings, ResourceClients clients, Bindings bindings, Tokens tokens, Flows flows) {
        this.settings = settings;
        this.clients = clients;
        this.bindings = bindings;
        this.tokens = tokens;
        this.flows = flows;
    }

    @Override
    public Optional<Secret> token(URI resource, Identity identity) {
        Identity.require(identity);
        return bindings.known(Addresses.canonical(resource)).flatMap(binding -> token(binding, identity));
    }

    private Optional<Secret> token(Binding binding, Identity identity) {
        TokenStore.Key key = binding.key(identity, settings.isForClient());
        return settings.isForClient() ? tokens.ofUse(key).map(StoredToken::access) : tokens.usable(key, identity);
    }

    @Override
    public boolean challenged(
            URI resource, Identity identity, @Nullable Secret sent, int status, List<String> wwwAuthenticate) {
        Identity.require(identity);
        Challenge challenge = Challenge.of(wwwAuthenticate);
        URI address = Addresses.canonical(Objects.requireNonNull(resource, "resource"));
        boolean isOurs = status == UNAUTHORIZED || (status == FORBIDDEN && challenge.isAboutScope());
        if (!isOurs) {
            return false;
        }
        Binding binding = bindings.find(address, challenge, status == UNAUTHORIZED);
        TokenStore.Key key = binding.key(identity, settings.isForClient());
        Optional<StoredToken> held = tokens.held(key);
        if (status == FORBIDDEN && held.isPresent()) {
            return widened(binding, identity, held.get(), sent, challenge);
        }
        return settings.isForClient()
                ? obtained(binding, key, identity, sent, challenge)
                : renewed(key, identity, held, sent) || ask(binding, identity, wanted(binding, challenge), Set.of());
    }

    private boolean renewed(TokenStore.Key key, Identity identity, Optional<StoredToken> held, @Nullable Secret sent) {
        if (held.isEmpty()) {
            return false;
        }
        return sent == null ? tokens.usable(key, identity).isPresent() : tokens.renew(key, identity, sent);
    }

    /** Nobody is asked twice for the same: a resource that wants more still, once it was granted, gets a refusal. */
    private boolean widened(
            Binding binding, Identity identity, StoredToken held, @Nullable Secret sent, Challenge challenge) {
        boolean isOther = sent != null && !held.access().equals(sent);
        if (isOther) {
            return true;
        }
        Set<String> before = Scopes.union(held.asked(), held.granted());
        if (settings.isForClient() || before.containsAll(challenge.scopes())) {
            return false;
        }
        return ask(
                binding,
                identity,
                Scopes.union(before, challenge.scopes()),
                Scopes.without(challenge.scopes(), held.granted()));
    }

    private boolean obtained(
            Binding binding, TokenStore.Key key, Identity identity, @Nullable Secret sent, Challenge challenge) {
        Secret token = tokens.ofClient(
                key,
                clients.terms(binding),
                wanted(binding, challenge),
                identity,
                held -> held.access().equals(sent));
        return !token.equals(sent);
    }

    /** Never returns: a person has the next word. */
    private boolean ask(Binding binding, Identity identity, Set<String> asked, Set<String> needed) {
        Set<String> all = clients.withOffline(binding.server(), asked);
        throw new ConsentRequired(flows.begin(
                identity,
                new Asking(
                        binding.resource().toString(),
                        binding.tokenName(),
                        false,
                        clients.terms(binding),
                        binding.server().authorizationForPeople(),
                        settings.redirectUri(),
                        all,
                        needed,
                        Map.of())));
    }

    /** The refusal says best what is wanted, then the description of the resource. */
    private Set<String> wanted(Binding binding, Challenge challenge) {
        if (!challenge.scopes().isEmpty()) {
            return challenge.scopes();
        }
        return binding.scopes().isEmpty() ? settings.scopes() : binding.scopes();
    }

    @Override
    public String toString() {
        return "ResourceAuthorizer[OAuth]";
    }
}
