package dev.harbor.oauth;

import dev.harbor.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Is what a protected resource says about itself (RFC 9728). Immutable.
 *
 * @param resource its name, which tokens are asked for
 * @param issuers the authorization servers whose tokens it takes, at least one
 * @param scopes the scopes that it names
 */
record ResourceMetadata(URI resource, List<String> issuers, Set<String> scopes) {

    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

    /** Returns where a resource may describe itself when it does not say where. */
    static List<URI> candidates(URI resource) {
        URI root = Addresses.at(resource, WELL_KNOWN);
        String path = Addresses.path(resource);
        return path.isEmpty() ? List.of(root) : List.of(Addresses.at(resource, WELL_KNOWN + path), root);
    }

    /**
     * Finds the description of a resource; empty when there is none.
     *
     * @throws OAuthException if it can't be read, or is about another resource
     */
    static Optional<ResourceMetadata> find(Web web, URI resource, Challenge challenge) {
        String named = challenge.metadata();
        if (named != null) {
            URI address = Addresses.read("resource_metadata", named);
            return Optional.of(web.document(address)
                    .map(document -> of(resource, document))
                    .orElseThrow(() -> failed(resource, "names a description of itself that is not there")));
        }
        for (URI address : candidates(resource)) {
            Optional<Json> document = web.document(address);
            if (document.isPresent()) {
                return document.map(found -> of(resource, found));
            }
        }
        return Optional.empty();
    }

    private static ResourceMetadata of(URI resource, Json document) {
        String named = Texts.text(document, "resource");
        if (named == null) {
            throw failed(resource, "does not name itself");
        }
        URI name = Addresses.read("resource", named);
        if (!Addresses.covers(name, resource)) {
            throw failed(resource, "describes itself as another resource");
        }
        List<String> issuers = List.copyOf(Texts.texts(document, "authorization_servers"));
        if (issuers.isEmpty()) {
            throw failed(resource, "names no authorization server");
        }
        return new ResourceMetadata(
                name, issuers, Scopes.parse(String.join(" ", Texts.texts(document, "scopes_supported"))));
    }

    static OAuthException failed(URI resource, String how) {
        return new OAuthException(
                OAuthException.DISCOVERY_FAILED, "the resource at " + Addresses.origin(resource) + ' ' + how);
    }
}
