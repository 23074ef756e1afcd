package dev.harbor.oauth;

import dev.harbor.error.ConfigurationException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Is an authorization server as configuration names it, with what this service is there. Its name is the name of the credential that tools send, and its scopes are
 * those that tools may need. Unless {@linkplain Builder#clientCredentials told otherwise} the tokens are those of people, who consent to it.
 *
 * <p>Immutable.
 */
public final class OAuthProvider {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** What the address of a consent has from elsewhere. */
    private static final Set<String> OWN_PARAMETERS = Set.of(
            "response_type",
            "client_id",
            "redirect_uri",
            "scope",
            "state",
            "code_challenge",
            "code_challenge_method",
            "resource",
            "request",
            "request_uri",
            "response_mode");

    private final Builder settings;
    private final Map<String, String> scopes;
    private final Map<String, String> parameters;

    private OAuthProvider(Builder from) {
        settings = from.copy();
        scopes = Map.copyOf(from.scopes);
        parameters = Map.copyOf(from.parameters);
    }

    /**
     * Returns a builder.
     *
     * @param name 1 to 64 characters of {@code [A-Za-z0-9._-]}
     * @throws IllegalArgumentException if it is not spelled as allowed
     */
    public static Builder builder(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a provider must match " + NAME.pattern());
        }
        return new Builder(name);
    }

    /** Returns the name. */
    public String name() {
        return settings.name;
    }

    /** Returns the scopes by the names that tools need them under. */
    public Set<String> scopes() {
        return scopes.keySet();
    }

    /** Tells whether the tokens are those of the service itself, for which nobody has to consent. */
    public boolean isForClient() {
        return settings.forClient;
    }

    /** Tells whether one token serves all users of a tenant, which an administrator consents to. */
    public boolean isShared() {
        return settings.shared;
    }

    @Nullable
    URI revocationEndpoint() {
        return settings.revocation;
    }

    @Nullable
    String issuer() {
        return settings.issuer;
    }

    @Nullable
    URI authorizationEndpoint() {
        return settings.authorization;
    }

    @Nullable
    URI tokenEndpoint() {
        return settings.token;
    }

    @Nullable
    ClientRegistration client() {
        return settings.client;
    }

    String clientName() {
        return settings.clientName;
    }

    URI redirectUri() {
        return Objects.requireNonNull(settings.redirectUri, "redirectUri");
    }

    @Nullable
    URI resource() {
        return settings.resource;
    }

    Map<String, String> parameters() {
        return parameters;
    }

    /** Returns the spelling of a scope at the server, or null when it is not one of this provider. */
    @Nullable
    String remote(String scope) {
        return scopes.get(scope);
    }

    Map<String, String> remoteByScope() {
        return scopes;
    }

    @Override
    public String toString() {
        return "OAuthProvider[" + name() + ", " + scopes.keySet() + "]";
    }

    /** Builds a provider. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private final String name;
        private final Map<String, String> scopes = new LinkedHashMap<>();
        private final Map<String, String> parameters = new LinkedHashMap<>();
        private String clientName = "Harbor";
        private boolean forClient;
        private boolean shared;
        private @Nullable URI revocation;
        private @Nullable String issuer;
        private @Nullable URI authorization;
        private @Nullable URI token;
        private @Nullable ClientRegistration client;
        private @Nullable URI redirectUri;
        private @Nullable URI resource;

        private Builder(String name) {
            this.name = name;
        }

        private Builder copy() {
            Builder copy = new Builder(name);
            copy.clientName = clientName;
            copy.forClient = forClient;
            copy.shared = shared;
            copy.revocation = revocation;
            copy.issuer = issuer;
            copy.authorization = authorization;
            copy.token = token;
            copy.client = client;
            copy.redirectUri = redirectUri;
            copy.resource = resource;
            return copy;
        }

        /**
         * Names the authorization server, which is asked for its endpoints when they are first needed. It has to name itself by exactly this text.
         *
         * @throws IllegalArgumentException if it is no address that may be used
         */
        public Builder issuer(String name) {
            Addresses.require("an issuer", URI.create(name));
            issuer = name;
            return this;
        }

        /**
         * Names the endpoints, for servers that don't describe themselves. Together with an issuer they go before what that says.
         *
         * @throws IllegalArgumentException if one is no address that may be used
         */
        public Builder endpoints(URI authorizationEndpoint, URI tokenEndpoint) {
            authorization = Addresses.require("an authorization endpoint", authorizationEndpoint);
            token = Addresses.require("a token endpoint", tokenEndpoint);
            return this;
        }

        /**
         * Names where tokens are revoked (RFC 7009), for servers that don't say so themselves.
         *
         * @throws IllegalArgumentException if it is no address that may be used
         */
        public Builder revocationEndpoint(URI address) {
            revocation = Addresses.require("a revocation endpoint", address);
            return this;
        }

        /** Sets which client this service is at the server; it registers itself when never set. */
        public Builder client(ClientRegistration registration) {
            client = Objects.requireNonNull(registration, "registration");
            return this;
        }

        /**
         * Sets the name that people read when this service registers itself; {@code Harbor} when never set.
         *
         * @throws IllegalArgumentException if it is blank or has more than 256 characters
         */
        public Builder clientName(String text) {
            if (text.isBlank() || text.length() > 256) {
                throw new IllegalArgumentException("the name of a client has 1 to 256 characters and is not blank");
            }
            clientName = text;
            return this;
        }

        /**
         * Sets where people come back to: an address of the embedding service, which hands its query to a {@link ConsentCallback}.
         *
         * @throws IllegalArgumentException if it is no address that may be used
         */
        public Builder redirectUri(URI address) {
            redirectUri = Addresses.require("a redirect URI", address);
            return this;
        }

        /**
         * Adds a scope that tools need under the name that it has at the server.
         *
         * @throws IllegalArgumentException if it is none
         */
        public Builder scope(String scope) {
            return scope(scope, scope);
        }

        /**
         * Adds a scope that tools need under another name than it has at the server.
         *
         * @throws IllegalArgumentException if one of them is none
         */
        public Builder scope(String scope, String remote) {
            Scopes.require(Set.of(scope));
            Scopes.require(Set.of(remote));
            scopes.put(scope, remote);
            return this;
        }

        /**
         * Sets the resource that tokens are asked for (RFC 8707); none when never set.
         *
         * @throws IllegalArgumentException if it is no address that may be used
         */
        public Builder resource(URI address) {
            resource = Addresses.require("a resource", address);
            return this;
        }

        /**
         * Adds a parameter to the address that people are sent to, such as {@code access_type=offline}. It is no place for secrets.
         *
         * @throws IllegalArgumentException if it is one that is set anyway
         */
        public Builder parameter(String parameter, String value) {
            if (OWN_PARAMETERS.contains(parameter.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("the parameter '" + parameter + "' is set by the client itself");
            }
            parameters.put(parameter, Objects.requireNonNull(value, "value"));
            return this;
        }

        /** Asks for tokens of the service itself, by the grant of client credentials, one for each tenant that calls. */
        public Builder clientCredentials() {
            forClient = true;
            return this;
        }

        /**
         * Makes one token serve all users of a tenant, such as that of a mailbox of the company. An administrator consents to it through an {@link OAuthOperator};
         * a call of a user whose tenant has none waits for that, without an address of its own.
         */
        public Builder sharedByTenant() {
            shared = true;
            return this;
        }

        /**
         * Returns the provider. The builder can be used again.
         *
         * @throws ConfigurationException if it is both for the client and shared, there is neither an issuer nor endpoints, no redirect URI for people to come back to, or no client that could be used
         */
        public OAuthProvider build() {
            require(issuer != null || token != null, "an issuer or endpoints");
            require(!forClient || !shared, "to be either that of the client or shared by consent");
            if (forClient) {
                boolean proves = client != null && client.method() != ClientRegistration.Method.NONE;
                require(proves, "a client with a secret or a key, whose tokens it shall get");
            } else {
                require(redirectUri != null, "a redirect URI, for people to come back to");
                require(client != null || issuer != null, "a client, or an issuer to register one at");
            }
            return new OAuthProvider(this);
        }

        private void require(boolean holds, String what) {
            if (!holds) {
                throw new ConfigurationException("the OAuth provider '" + name + "' needs " + what);
            }
        }
    }
}
