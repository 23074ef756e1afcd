package dev.harbor.oauth;

import dev.harbor.access.ConsentProvider;
import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.access.CredentialProvider;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.access.ScopeGrants;
import dev.harbor.access.TokenStore;
import dev.harbor.error.ConfigurationException;
import dev.harbor.identity.Identity;
import dev.harbor.net.EgressPolicy;
import dev.harbor.net.GuardedHttp;
import dev.harbor.net.NetTimeouts;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.seal.SealingKeys;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Gets the tokens that tools need, renews them and keeps them sealed. A runtime takes it in three places, and the transports in a fourth:
 *
 * <pre>{@code
 * OAuthClient oauth = OAuthClient.builder(keys, JdbcTokenStore.sqlite(file)).provider(calendar).secrets(environment).build();
 * HarborRuntime.builder().consents(oauth.consents()).scopes(oauth.scopes()) ...
 * HttpAccess.builder().credentials(oauth.credentials()) ...
 * }</pre>
 *
 * <p>A call whose scopes a person has not granted waits, with the address that the person has to open; {@link ConsentCallback} takes them when they come back.
 * Tokens belong to tenant, user and provider, and hold in every session of that user.
 *
 * <p>Thread-safe. Close it after the runtime that uses it; that closes the store too.
 */
public final class OAuthClient implements AutoCloseable {

    /** How long a consent may take when nothing is set: 7 days, as long as a pause waits. */
    public static final Duration DEFAULT_CONSENT_EXPIRY = Duration.ofDays(7);

    /** How long a request to an authorization server may take when nothing is set: 30 seconds. */
    public static final Duration DEFAULT_REQUEST_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration LEASE_BEYOND_REQUEST = Duration.ofSeconds(10);

    private final Web web;
    private final Vault vault;
    private final Discovery discovery;
    private final Registrar registrar;
    private final Providers providers;
    private final Tokens tokens;
    private final Flows flows;
    private final Revoking revoking;
    private final Consents consents;

    private OAuthClient(Builder from) {
        Duration lease = from.requestTimeout.plus(LEASE_BEYOND_REQUEST);
        web = new Web(from.http());
        vault = new Vault(from.store, from.keys);
        TokenEndpoint endpoint = new TokenEndpoint(web, new ClientProof(from.secrets, from.clock), from.clock);
        Revoker revoker = new Revoker(endpoint);
        tokens = new Tokens(vault, endpoint, revoker, from.clock, lease);
        flows = new Flows(vault, tokens, endpoint, from.clock, from.consentExpiry, lease);
        discovery = new Discovery(web, from.clock);
        registrar = new Registrar(web, vault, from.clock);
        providers = new Providers(Map.copyOf(from.providers), discovery, registrar);
        revoking = new Revoking(tokens, revoker);
        consents = new Consents(providers, tokens, flows, new Erasing(vault, revoking));
    }

    /**
     * Returns a builder.
     *
     * @param keys seal what is kept
     * @param store where that lies
     */
    public static Builder builder(SealingKeys keys, TokenStore store) {
        return new Builder(keys, store);
    }

    /**
     * Returns who has the access tokens by the names of their providers, for transports. It throws a {@link dev.harbor.access.ConsentRequired} when a person has to
     * consent first.
     */
    public CredentialProvider credentials() {
        return new ProviderCredentials(providers, tokens, consents);
    }

    /** Returns who knows how people grant scopes, for {@link HarborRuntime.Builder#consents}. */
    public ConsentProvider consents() {
        return consents;
    }

    /** Returns who knows which scopes are held, for {@link HarborRuntime.Builder#scopes}. */
    public ScopeGrants scopes() {
        return new TokenScopes(providers, tokens);
    }

    /** Returns who has the tokens for resources that name their own authorization servers, such as MCP servers. */
    public ResourceAuthorizer resources(ResourceSettings settings) {
        Objects.requireNonNull(settings, "settings");
        return new Resources(
                settings,
                new ResourceClients(settings, registrar),
                new Bindings(web, discovery, settings),
                tokens,
                flows);
    }

    /**
     * Begins a consent that no call waits for, to everything that a provider is configured for. Blocks on the store, and on the server if it is not known yet.
     *
     * @throws IllegalArgumentException if there is no such provider, or its tokens are not those of people
     * @throws OAuthException with {@link OAuthException#ADMIN_REQUIRED} if a tenant shares the token, or if the server can't be used
     */
    public Consent begin(String provider, Identity identity) {
        Identity.require(identity);
        OAuthProvider known = ofPeople(provider);
        return consents.begin(known, identity, known.scopes());
    }

    /**
     * Completes a consent, without telling a runtime: exchanges the code, once, and keeps the tokens. Who comes again with the same answer hears how it ended.
     * Blocks on the store and the server.
     *
     * @param identity who came back; the identity that the consent was begun for, session included
     * @throws OAuthException if there is no such consent for this identity, it is one for the whole tenant, it has expired, the answer is not from the server that
     *     was asked, or it can't be exchanged; unless it has expired the consent stays under way and its address good. A consent that is erased while its code is
     *     exchanged is not there, and its token is revoked
     */
    public ConsentOutcome complete(Identity identity, ConsentAnswer answer) {
        return flows.complete(Identity.require(identity), Objects.requireNonNull(answer, "answer"), false);
    }

    /** Returns who completes consents and lets the runs of a runtime go on that wait for them. */
    public ConsentCallback callback(HarborRuntime runtime) {
        return ConsentCallback.ofUser(this, runtime);
    }

    /** Returns what only an administrator of a tenant may do; see there whom to give it to. */
    public OAuthOperator operator() {
        return new OAuthOperator(this);
    }

    /**
     * Forgets the token of a person, in all sessions; tells whether there was one. The server is not told; {@link #revoke} does that too.
     *
     * @throws IllegalArgumentException if there is no such provider, or its tokens are not those of people
     * @throws OAuthException with {@link OAuthException#ADMIN_REQUIRED} if a tenant shares the token
     */
    public boolean forget(String provider, Identity identity) {
        return tokens.take(keyOfPerson(provider, identity)).isPresent();
    }

    /**
     * Takes the token of a person away, in all sessions: here first, whatever the server does, and then at the server (RFC 7009). Calls that need it wait for a
     * consent from then on. Blocks on the store and the server.
     *
     * @return what came of it
     * @throws IllegalArgumentException if there is no such provider, or its tokens are not those of people
     * @throws OAuthException with {@link OAuthException#ADMIN_REQUIRED} if a tenant shares the token
     */
    public Revocation revoke(String provider, Identity identity) {
        return revoking.revoke(keyOfPerson(provider, identity), identity);
    }

    private TokenStore.Key keyOfPerson(String provider, Identity identity) {
        Identity.require(identity);
        return Providers.key(ofPeople(provider), identity);
    }

    private OAuthProvider ofPeople(String name) {
        OAuthProvider found = consentedTo(name);
        if (found.isShared()) {
            throw OAuthException.adminRequired(name);
        }
        return found;
    }

    private OAuthProvider shared(String name) {
        OAuthProvider found = consentedTo(name);
        if (!found.isShared()) {
            throw new IllegalArgumentException("no tenant shares the tokens of provider '" + name + "'");
        }
        return found;
    }

    private OAuthProvider consentedTo(String name) {
        return providers
                .find(name)
                .filter(provider -> !provider.isForClient())
                .orElseThrow(() -> new IllegalArgumentException("no provider of people's tokens is named '" + name
                        + "', there are "
                        + providers.all().stream().map(OAuthProvider::name).toList()));
    }

    Consent beginShared(String provider, Identity administrator) {
        OAuthProvider known = shared(provider);
        return consents.begin(known, administrator, known.scopes());
    }

    ConsentOutcome completeShared(Identity administrator, ConsentAnswer answer) {
        return flows.complete(administrator, answer, true);
    }

    Revocation revokeShared(String provider, Identity administrator) {
        return revoking.revoke(Providers.key(shared(provider), administrator), administrator);
    }

    /** Ends all requests and closes the store. May be called more than once. */
    @Override
    public void close() {
        web.close();
        vault.close();
    }

    /** Builds a client. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private final SealingKeys keys;
        private final TokenStore store;
        private final Map<String, OAuthProvider> providers = new LinkedHashMap<>();
        private final EgressPolicy.Builder egress = EgressPolicy.builder();
        private CredentialProvider secrets = CredentialProvider.none();
        private Clock clock = Clock.systemUTC();
        private Duration requestTimeout = DEFAULT_REQUEST_TIMEOUT;
        private Duration consentExpiry = DEFAULT_CONSENT_EXPIRY;
        private @Nullable SSLContext tls;

        private Builder(SealingKeys keys, TokenStore store) {
            this.keys = Objects.requireNonNull(keys, "keys");
            this.store = Objects.requireNonNull(store, "store");
        }

        /**
         * Adds a provider.
         *
         * @throws ConfigurationException if there is one of that name, or one of its scopes is another one's already
         */
        public Builder provider(OAuthProvider provider) {
            for (OAuthProvider other : providers.values()) {
                boolean same = other.name().equals(provider.name());
                Set<String> shared = new HashSet<>(other.scopes());
                shared.retainAll(provider.scopes());
                if (same || !shared.isEmpty()) {
                    throw new ConfigurationException("the OAuth providers '" + other.name() + "' and '"
                            + provider.name() + "' must differ in name and scopes, both have "
                            + (same ? "that name" : shared) + "; a scope can be given another name for tools");
                }
            }
            providers.put(provider.name(), provider);
            return this;
        }

        /** Sets who has the secrets and keys of clients; nobody when never set. */
        public Builder secrets(CredentialProvider provider) {
            secrets = Objects.requireNonNull(provider, "provider");
            return this;
        }

        /** Allows authorization servers at loopback addresses, and plain http to them. */
        public Builder allowLoopback() {
            egress.allowLoopback();
            return this;
        }

        /**
         * Allows a range of addresses that is not public, such as {@code 10.20.0.0/16}.
         *
         * @throws IllegalArgumentException if it is no range of IPv4 or IPv6
         */
        public Builder allowNetwork(String range) {
            egress.allowNetwork(range);
            return this;
        }

        /**
         * Allows one host. From the first one on, all others are refused. Its addresses are still checked.
         *
         * @throws IllegalArgumentException if it is neither a name nor an address
         */
        public Builder allowHost(String name) {
            egress.allowHost(name);
            return this;
        }

        /** Sets whom TLS trusts, as a context of the JDK; the authorities of the virtual machine when never set. */
        public Builder tls(SSLContext context) {
            tls = Objects.requireNonNull(context, "context");
            return this;
        }

        /**
         * Sets how long a request to an authorization server may take; {@link #DEFAULT_REQUEST_TIMEOUT} when never set.
         *
         * @throws IllegalArgumentException if it is not more than zero or more than 5 minutes
         */
        public Builder requestTimeout(Duration limit) {
            requestTimeout = between("requestTimeout", limit, Duration.ofMinutes(5));
            return this;
        }

        /**
         * Sets how long a consent may take; {@link #DEFAULT_CONSENT_EXPIRY} when never set. No less than the runtime's pauses, or a person may find a call waiting
         * whose address has expired.
         *
         * @throws IllegalArgumentException if it is not more than zero or more than 366 days
         */
        public Builder consentExpiry(Duration limit) {
            consentExpiry = between("consentExpiry", limit, Duration.ofDays(366));
            return this;
        }

        private static Duration between(String what, Duration limit, Duration most) {
            if (limit.isNegative() || limit.isZero() || limit.compareTo(most) > 0) {
                throw new IllegalArgumentException(
                        what + " must be more than zero and at most " + most + ", got " + limit);
            }
            return limit;
        }

        /** Sets the clock that tokens and consents expire by; the machine's when never set. */
        public Builder clock(Clock time) {
            clock = Objects.requireNonNull(time, "time");
            return this;
        }

        private GuardedHttp http() {
            GuardedHttp.Builder http = GuardedHttp.builder()
                    .egress(egress.build())
                    .timeouts(NetTimeouts.builder().total(requestTimeout).build())
                    .clock(clock);
            SSLContext context = tls;
            return (context == null ? http : http.tls(context)).build();
        }

        /** Returns the client. The store belongs to it from then on. */
        public OAuthClient build() {
            return new OAuthClient(this);
        }
    }
}
