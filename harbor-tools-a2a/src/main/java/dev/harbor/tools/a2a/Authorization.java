package dev.harbor.tools.a2a;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolFailed;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Knows which credentials a request to an agent takes: those of the first requirement of the card for which there are all. The embedder maps schemes to
 * credentials; a card can ask for none that isn't mapped. Immutable.
 *
 * @param mapped credentials by the name of a scheme
 * @param bearer what goes wherever a bearer token is wanted and nothing is mapped, and to agents that say nothing; or null
 */
record Authorization(
        Map<String, CredentialSource> mapped,
        @Nullable CredentialSource bearer,
        Map<String, SecurityScheme> schemes,
        List<List<Requirement>> wanted) {

    private static final SecurityScheme BEARER = new SecurityScheme(SecurityScheme.Kind.BEARER, "Authorization");

    /** Returns the authorization before any card is known. */
    static Authorization of(Map<String, CredentialSource> mapped, @Nullable CredentialSource bearer) {
        return new Authorization(mapped, bearer, Map.of(), List.of());
    }

    /** Returns what a card and a skill ask for together. */
    Authorization of(AgentCard card, List<Requirement> skill) {
        return new Authorization(mapped, bearer, card.schemes(), List.of(card.security(), skill));
    }

    /**
     * Fetches the credentials for a request.
     *
     * @throws ToolFailed if some are wanted that are not there; nothing was sent
     */
    Proof prove(URI resource, CallScope scope) {
        Proof proof = new Proof();
        boolean asked = false;
        for (List<Requirement> alternatives : wanted) {
            asked |= !alternatives.isEmpty();
            if (!alternatives.isEmpty()) {
                meet(alternatives, resource, scope, proof);
            }
        }
        CredentialSource token = bearer;
        if (!asked && token != null) {
            token.find(resource, scope.identity()).ifPresent(secret -> proof.put(BEARER, token, secret));
        }
        return proof;
    }

    private void meet(List<Requirement> alternatives, URI resource, CallScope scope, Proof proof) {
        for (Requirement each : alternatives) {
            Map<String, Proof.Sent> found = find(each.schemes(), resource, scope);
            if (each.schemes().stream().allMatch(name -> found.containsKey(name) || isByConnection(name))) {
                found.forEach((name, sent) -> proof.put(scheme(name), sent.source(), sent.secret()));
                return;
            }
        }
        String names = alternatives.stream()
                .map(each -> String.join("+", each.schemes()))
                .collect(Collectors.joining(", "));
        String text = "the agent wants credentials that are not there for this identity: one of " + Words.line(names)
                + "; nothing was sent. Map a scheme to a credential";
        throw ToolFailed.of(ErrorCode.of("CREDENTIAL_MISSING"), ErrorClass.PERMANENT, true, text, null, null);
    }

    private Map<String, Proof.Sent> find(Set<String> names, URI resource, CallScope scope) {
        Map<String, Proof.Sent> found = new LinkedHashMap<>();
        for (String name : names) {
            CredentialSource source = source(name);
            if (source != null) {
                source.find(resource, scope.identity())
                        .ifPresent(secret -> found.put(name, new Proof.Sent(source, secret)));
            }
        }
        return found;
    }

    /** A certificate is shown when the connection is made, or it is not. */
    private boolean isByConnection(String name) {
        return scheme(name).kind() == SecurityScheme.Kind.MUTUAL_TLS;
    }

    private @Nullable CredentialSource source(String name) {
        CredentialSource own = mapped.get(name);
        SecurityScheme.Kind kind = scheme(name).kind();
        if (kind == SecurityScheme.Kind.UNREADABLE) {
            return null;
        }
        return own == null && kind == SecurityScheme.Kind.BEARER ? bearer : own;
    }

    private SecurityScheme scheme(String name) {
        return schemes.getOrDefault(name, new SecurityScheme(SecurityScheme.Kind.UNREADABLE, ""));
    }

    /** Says that what was sent was refused, and returns whether there may be something else now. */
    boolean renew(Proof refused, URI resource, CallScope scope, int status, List<String> challenges) {
        boolean renewed = refused.sent().isEmpty()
                && bearer != null
                && bearer.renew(resource, scope.identity(), null, status, challenges);
        for (Proof.Sent each : refused.sent()) {
            renewed |= each.source().renew(resource, scope.identity(), each.secret(), status, challenges);
        }
        return renewed;
    }
}
