package dev.harbor.oauth;

import java.net.URI;
import java.util.Optional;
import java.util.Set;

/** Knows which client this service is at the authorization server of a resource. Thread-safe. */
final class ResourceClients {

    private static final String OFFLINE = "offline_access";

    private final ResourceSettings settings;
    private final Registrar registrar;

    ResourceClients(ResourceSettings settings, Registrar registrar) {
        this.settings = settings;
        this.registrar = registrar;
    }

    /**
     * Returns the terms of tokens for a resource.
     *
     * @throws OAuthException if this service is no client there and can't become one
     */
    Terms terms(Binding binding) {
        ServerMetadata server = binding.server();
        return new Terms(
                server.issuer(),
                server.token(),
                client(server),
                binding.resource(),
                server.namesItself(),
                server.revocation());
    }

    private ClientRegistration client(ServerMetadata server) {
        Optional<ClientRegistration> configured = settings.client(server.issuer());
        URI document = settings.document();
        if (configured.isPresent()) {
            return configured.get();
        }
        return document != null && server.clientDocuments()
                ? ClientRegistration.publicClient(document.toString())
                : registrar.client(server, settings.clientName(), settings.redirectUri());
    }

    Set<String> withOffline(ServerMetadata server, Set<String> scopes) {
        boolean wanted = settings.isOffline() && server.scopes().contains(OFFLINE);
        return wanted ? Scopes.union(scopes, Set.of(OFFLINE)) : scopes;
    }
}
