package dev.harbor.oauth;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Finds which authorization servers serve resources, and remembers it until a resource refuses. Thread-safe. */
final class Bindings {

    private static final int MOST = 1000;

    private final Web web;
    private final Discovery discovery;
    private final ResourceSettings settings;
    private final Map<URI, Binding> known = new ConcurrentHashMap<>();

    Bindings(Web web, Discovery discovery, ResourceSettings settings) {
        this.web = web;
        this.discovery = discovery;
        this.settings = settings;
    }

    Optional<Binding> known(URI address) {
        return Optional.ofNullable(known.get(address));
    }

    /**
     * Returns who serves a resource.
     *
     * @param isAnew whether the resource is asked again
     * @throws OAuthException if that can't be found out, or can't be trusted
     */
    Binding find(URI address, Challenge challenge, boolean isAnew) {
        Binding before = known.get(address);
        if (before != null && !isAnew) {
            return before;
        }
        Binding found = ResourceMetadata.find(web, address, challenge)
                .map(metadata -> described(address, metadata))
                .orElseGet(() -> undescribed(address));
        if (known.size() >= MOST) {
            known.clear();
        }
        known.put(address, found);
        return found;
    }

    private Binding described(URI address, ResourceMetadata metadata) {
        String issuer = chosen(metadata.issuers());
        return new Binding(address, metadata.resource(), discovery.of(issuer), metadata.scopes());
    }

    /** A server that this service is known at goes before those that it would have to register at. */
    private String chosen(List<String> issuers) {
        return issuers.stream().filter(settings::knows).findFirst().orElse(issuers.get(0));
    }

    private Binding undescribed(URI address) {
        if (!settings.allowsUndescribed()) {
            throw ResourceMetadata.failed(address, "does not say whose tokens it takes");
        }
        String origin = Addresses.origin(address).toString();
        ServerMetadata server = discovery.find(origin).orElseGet(() -> ServerMetadata.undescribed(address));
        return new Binding(address, address, server, Set.of());
    }
}
