package dev.harbor.oauth;

import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * Is which authorization server serves a resource. Immutable.
 *
 * @param address where requests go to
 * @param resource the name that tokens are asked for
 * @param scopes the scopes that the resource names
 */
record Binding(URI address, URI resource, ServerMetadata server, Set<String> scopes) {

    /** A token lies under its issuer and its resource, so that it is never sent to where it does not come from. */
    String tokenName() {
        return "resource:"
                + Hashes.of(
                        Json.of(List.of(server.issuer(), resource.toString())).toString());
    }

    TokenStore.Key key(Identity identity, boolean forClient) {
        return forClient
                ? TokenStore.Key.ofTenant(identity.tenant(), tokenName())
                : TokenStore.Key.of(identity, tokenName());
    }
}
