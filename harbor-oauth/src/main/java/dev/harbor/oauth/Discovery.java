package dev.harbor.oauth;

import dev.harbor.json.Json;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Finds what authorization servers say about themselves, and remembers it for a while. Thread-safe. */
final class Discovery {

    private static final Duration REMEMBERED = Duration.ofHours(1);
    private static final int MOST = 1000;
    private static final String OAUTH = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    private final Web web;
    private final Clock clock;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(ServerMetadata metadata, Instant until) {}

    Discovery(Web web, Clock clock) {
        this.web = web;
        this.clock = clock;
    }

    /**
     * Returns what an issuer says about itself.
     *
     * @param issuer its name, exactly as it is compared
     * @throws OAuthException if it says nothing, or nothing that can be used
     */
    ServerMetadata of(String issuer) {
        return find(issuer).orElseThrow(() -> ServerMetadata.failed(issuer, "it says nothing about itself"));
    }

    /** Returns what an issuer says about itself; empty when there is no such document. */
    Optional<ServerMetadata> find(String issuer) {
        Known before = known.get(issuer);
        if (before != null && clock.instant().isBefore(before.until())) {
            return Optional.of(before.metadata());
        }
        Optional<ServerMetadata> found = ask(issuer);
        found.ifPresent(metadata -> remember(issuer, metadata));
        return found;
    }

    private void remember(String issuer, ServerMetadata metadata) {
        if (known.size() >= MOST) {
            known.clear();
        }
        known.put(issuer, new Known(metadata, clock.instant().plus(REMEMBERED)));
    }

    private Optional<ServerMetadata> ask(String issuer) {
        for (URI address : candidates(Addresses.read("the issuer", issuer))) {
            Optional<Json> document = web.document(address);
            if (document.isPresent()) {
                return Optional.of(ServerMetadata.of(issuer, document.get()));
            }
        }
        return Optional.empty();
    }

    static List<URI> candidates(URI issuer) {
        String path = Addresses.path(issuer);
        return path.isEmpty()
                ? List.of(Addresses.at(issuer, OAUTH), Addresses.at(issuer, OPENID))
                : List.of(
                        Addresses.at(issuer, OAUTH + path),
                        Addresses.at(issuer, OPENID + path),
                        Addresses.at(issuer, path + OPENID));
    }
}
