package dev.harbor.oauth;

import dev.harbor.error.ConfigurationException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says as whom this service goes to protected resources that name their own authorization servers, such as MCP servers. The client at a server is, in this order:
 * the one that is configured for it, the document that describes this service, one that registers itself.
 *
 * <p>Immutable.
 */
public final class ResourceSettings {

    private final Map<String, ClientRegistration> clients;
    private final String clientName;
    private final Set<String> scopes;
    private final boolean forClient;
    private final boolean offline;
    private final boolean undescribed;
    private final @Nullable URI redirectUri;
    private final @Nullable URI document;
    private final @Nullable ClientRegistration anywhere;

    private ResourceSettings(Builder from) {
        clients = Map.copyOf(from.clients);
        clientName = from.clientName;
        scopes = Set.copyOf(from.scopes);
        forClient = from.forClient;
        offline = from.offline;
        undescribed = from.undescribed;
        redirectUri = from.redirectUri;
        document = from.document;
        anywhere = from.anywhere;
    }

    /** Returns a builder in which nothing is set. */
    public static Builder builder() {
        return new Builder();
    }

    Optional<ClientRegistration> client(String issuer) {
        return Optional.ofNullable(clients.getOrDefault(issuer, anywhere));
    }

    boolean knows(String issuer) {
        return clients.containsKey(issuer);
    }

    String clientName() {
        return clientName;
    }

    Set<String> scopes() {
        return scopes;
    }

    boolean isForClient() {
        return forClient;
    }

    boolean isOffline() {
        return offline;
    }

    boolean allowsUndescribed() {
        return undescribed;
    }

    URI redirectUri() {
        return Objects.requireNonNull(redirectUri, "redirectUri");
    }

    @Nullable
    URI document() {
        return document;
    }

    @Override
    public String toString() {
        return "ResourceSettings[" + clientName + ", " + clients.keySet() + "]";
    }

    /** Builds settings. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private final Map<String, ClientRegistration> clients = new HashMap<>();
        private String clientName = "Harbor";
        private Set<String> scopes = Set.of();
        private boolean forClient;
        private boolean offline;
        private boolean undescribed;
        private @Nullable URI redirectUri;
        private @Nullable URI document;
        private @Nullable ClientRegistration anywhere;

        private Builder() {}

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
         * Sets which client this service is at one authorization server.
         *
         * @param issuer as the server names itself
         */
        public Builder client(String issuer, ClientRegistration registration) {
            clients.put(Objects.requireNonNull(issuer, "issuer"), Objects.requireNonNull(registration, "registration"));
            return this;
        }

        /** Sets which client this service is at every authorization server that none is set for. A secret of it is sent to whatever server a resource names. */
        public Builder clientAnywhere(ClientRegistration registration) {
            anywhere = Objects.requireNonNull(registration, "registration");
            return this;
        }

        /**
         * Sets the address of a document that describes this service, which is its client id where servers take such ones.
         *
         * @throws IllegalArgumentException if it is no address of https with a path
         */
        public Builder clientDocument(URI address) {
            boolean right = "https".equals(address.getScheme())
                    && Addresses.isWeb(address)
                    && !Addresses.path(address).isEmpty();
            if (!right) {
                throw new IllegalArgumentException("the address of a client's document is one of https with a path");
            }
            document = address;
            return this;
        }

        /**
         * Sets the scopes that are asked for when neither a refusal nor the description of a resource names any; none when never set.
         *
         * @throws IllegalArgumentException if one is none
         */
        public Builder scopes(String... wanted) {
            scopes = Scopes.require(Set.of(wanted));
            return this;
        }

        /** Asks for {@code offline_access} besides, where the server names that scope, so that tokens can be renewed. */
        public Builder offlineAccess() {
            offline = true;
            return this;
        }

        /** Takes tokens of the service itself, by the grant of client credentials; nobody has to consent. */
        public Builder clientCredentials() {
            forClient = true;
            return this;
        }

        /**
         * Takes resources that don't describe themselves, as the first revisions of MCP had them: their authorization server is at their own origin, with the endpoints
         * {@code /authorize}, {@code /token} and {@code /register} if it does not describe itself either. They are refused when this was not called.
         */
        public Builder allowUndescribed() {
            undescribed = true;
            return this;
        }

        /**
         * Returns the settings. The builder can be used again.
         *
         * @throws ConfigurationException if there is neither a redirect URI for people to come back to nor client credentials
         */
        public ResourceSettings build() {
            if (!forClient && redirectUri == null) {
                throw new ConfigurationException(
                        "a service that goes to protected resources needs a redirect URI or client credentials");
            }
            return new ResourceSettings(this);
        }
    }
}
