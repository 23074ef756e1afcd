package dev.harbor.oauth;

import dev.harbor.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Is how a consent ended. Immutable.
 *
 * @param kind what the person did
 * @param consent names the consent, as the payload of the pause that waits for it does; no secret
 * @param provider what access was asked to
 * @param granted the scopes that the token carries; empty when it was denied
 * @param missing the scopes that somebody waits for and that were not granted
 * @param isShared whether the token is that of the whole tenant
 */
public record ConsentOutcome(
        Kind kind, String consent, String provider, Set<String> granted, Set<String> missing, boolean isShared) {

    /** What a person did. Immutable. */
    public enum Kind {
        /** Everything that somebody waits for was granted; the token is kept. */
        GRANTED,
        /** Something was granted and kept, but not all that somebody waits for. */
        NARROWED,
        /** The person said no. */
        DENIED
    }

    /** Checks that nothing is missing. */
    public ConsentOutcome {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(consent, "consent");
        Objects.requireNonNull(provider, "provider");
        granted = Set.copyOf(granted);
        missing = Set.copyOf(missing);
    }

    Json toJson() {
        return Json.of(Map.of(
                "kind",
                kind.name(),
                "consent",
                consent,
                "provider",
                provider,
                "granted",
                sorted(granted),
                "missing",
                sorted(missing),
                "shared",
                isShared));
    }

    private static List<String> sorted(Set<String> scopes) {
        return scopes.stream().sorted().toList();
    }

    static ConsentOutcome of(Json json) {
        return new ConsentOutcome(
                Kind.valueOf(Texts.require(json, "kind")),
                Texts.require(json, "consent"),
                Texts.require(json, "provider"),
                Texts.texts(json, "granted"),
                Texts.texts(json, "missing"),
                Texts.isTrue(json, "shared"));
    }
}
