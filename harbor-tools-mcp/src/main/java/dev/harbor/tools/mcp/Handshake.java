package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what a server speaks. It is asked for the newest version first, by the one request that only such a server answers; any other answer, and silence,
 * means an older one, which begins with a handshake. Confined to one thread.
 */
final class Handshake {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);

    private final McpSettings settings;
    private final ClientCapabilities offered;
    private final Link link;
    private final Identity identity;
    private final Cancellation cancellation;
    private boolean doubtful;

    Handshake(
            McpSettings settings, ClientCapabilities offered, Link link, Identity identity, Cancellation cancellation) {
        this.settings = settings;
        this.offered = offered;
        this.link = link;
        this.identity = identity;
        this.cancellation = cancellation;
    }

    /**
     * Agrees on a version.
     *
     * @throws LinkFailure if the server can't be reached
     * @throws McpException if there is none
     */
    Spoken agree(Verdict known) throws InterruptedException {
        doubtful = known == Verdict.LEGACY;
        Spoken agreed = known == Verdict.LEGACY ? null : discover(settings.limits.probe());
        if (agreed == null) {
            agreed = initializeOrLate();
        }
        link.speak(agreed);
        if (!agreed.isModern()) {
            link.send(Request.notification("notifications/initialized", Map.of()));
        }
        return agreed;
    }

    // ---- the newest era

    /** Returns what was agreed on, or null if the server is of an older era. */
    private @Nullable Spoken discover(Duration limit) throws InterruptedException {
        link.speak(new Spoken(Spoken.MODERN, "", Json.EMPTY_OBJECT));
        try {
            return discovered(ask("server/discover", discoverParams(), limit));
        } catch (LinkFailure e) {
            return discoveredIn(e);
        }
    }

    private @Nullable Spoken discoveredIn(LinkFailure refusal) throws InterruptedException {
        RpcError error = refusal.error();
        if (error != null && error.isModern()) {
            return again(error, refusal);
        }
        if (error == null && saysNothingOfTheEra(refusal)) {
            throw refusal;
        }
        doubtful = refusal.kind() == LinkFailure.Kind.TIMEOUT;
        LOG.debug("source '{}' is of an older era: {}", settings.name, refusal.text());
        return null;
    }

    /** Nobody was reached, nobody waits any more, or access was refused: the same would happen in every era. */
    private static boolean saysNothingOfTheEra(LinkFailure refusal) {
        int status = refusal.status();
        boolean isAboutAccess = status == 401 || status == 403 || status == 429 || status >= 500;
        return isAboutAccess
                || switch (refusal.kind()) {
                    case NOT_SENT, LOST, CANCELLED, CREDENTIAL -> true;
                    default -> false;
                };
    }

    /** A server may say what it supports by refusing first. */
    private Spoken again(RpcError error, LinkFailure refusal) throws InterruptedException {
        if (error.code() != RpcError.UNSUPPORTED_VERSION) {
            throw refusal.toMcpException();
        }
        List<String> supported = strings(Optional.ofNullable(error.data()).flatMap(data -> data.get("supported")));
        if (!supported.contains(Spoken.MODERN)) {
            return orLegacy(supported);
        }
        Spoken agreed = discovered(ask("server/discover", discoverParams(), settings.limits.probe()));
        if (agreed == null) {
            throw unsupported(supported);
        }
        return agreed;
    }

    private Spoken orLegacy(List<String> supported) throws InterruptedException {
        if (supported.stream().noneMatch(Spoken.LEGACY::contains)) {
            throw unsupported(supported);
        }
        return initialize();
    }

    private Map<String, Object> discoverParams() {
        return Map.of("_meta", offered.modernMeta(Spoken.MODERN));
    }

    private @Nullable Spoken discovered(Json result) {
        List<String> versions = strings(result.get("supportedVersions"));
        if (versions.isEmpty()) {
            return null;
        }
        if (!versions.contains(Spoken.MODERN)) {
            if (versions.stream().noneMatch(Spoken.LEGACY::contains)) {
                throw unsupported(versions);
            }
            return null;
        }
        Optional<Json> server = result.get("_meta")
                .flatMap(meta -> meta.get("io.modelcontextprotocol/serverInfo"))
                .or(() -> result.get("serverInfo"));
        return new Spoken(Spoken.MODERN, name(server), capabilities(result));
    }

    // ---- the older era

    /** Whoever was silent about the newest version, or was not asked because it was older once, and does not know an older one is of the newest. */
    private Spoken initializeOrLate() throws InterruptedException {
        try {
            return initialize();
        } catch (LinkFailure e) {
            RpcError error = e.error();
            boolean late = doubtful && error != null && knowsNoHandshake(error);
            Spoken agreed = late ? discover(settings.limits.connect()) : null;
            if (agreed == null) {
                throw e;
            }
            return agreed;
        }
    }

    private static boolean knowsNoHandshake(RpcError error) {
        return error.code() == RpcError.METHOD_NOT_FOUND || error.isModern();
    }

    private Spoken initialize() throws InterruptedException {
        link.speak(new Spoken(Spoken.NEWEST_LEGACY, "", Json.EMPTY_OBJECT));
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("protocolVersion", Spoken.NEWEST_LEGACY);
        params.put("capabilities", offered.legacy());
        params.put("clientInfo", offered.info());
        Json result = ask("initialize", params, settings.limits.connect());
        String version = text(result.get("protocolVersion"));
        if (!Spoken.LEGACY.contains(version)) {
            throw unsupported(List.of(version));
        }
        return new Spoken(version, name(result.get("serverInfo")), capabilities(result));
    }

    private Json ask(String method, Map<String, Object> params, Duration limit) throws InterruptedException {
        Patience patience = Patience.of(settings.ticks, limit, cancellation);
        return Connection.await(link.open(Request.of(method, params, identity), patience), patience);
    }

    private McpException unsupported(List<String> versions) {
        return new McpException(
                McpException.VERSION_UNSUPPORTED,
                "the server speaks " + Words.line(String.join(", ", versions)) + "; known here are " + Spoken.MODERN
                        + ", " + String.join(", ", Spoken.LEGACY));
    }

    // ---- lenient reading: what is missing or odd says nothing

    private static String name(Optional<Json> server) {
        return text(server.flatMap(info -> info.get("name")));
    }

    private static String text(Optional<Json> json) {
        return json.filter(value -> value.kind() == Json.Kind.STRING)
                .map(Json::asString)
                .orElse("");
    }

    private static Json capabilities(Json result) {
        return result.get("capabilities")
                .filter(json -> json.kind() == Json.Kind.OBJECT)
                .orElse(Json.EMPTY_OBJECT);
    }

    private static List<String> strings(Optional<Json> array) {
        try {
            return array.filter(json -> json.kind() == Json.Kind.ARRAY)
                    .map(json -> json.elements().stream()
                            .filter(each -> each.kind() == Json.Kind.STRING)
                            .map(Json::asString)
                            .toList())
                    .orElse(List.of());
        } catch (HarborException e) {
            // A list that can't be read names nothing.
            return List.of();
        }
    }
}
