package dev.harbor.tools.openapi;

import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tools.http.HttpAuth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides how an operation is authenticated: by the first of its alternatives for which every scheme has a credential. Which credential that is the embedder
 * says and never the document, so that no document can ask for one. Confined to one import.
 */
final class SecurityReader {

    private final Node root;
    private final Map<String, String> credentials;
    private final Predicate<String> isKnown;

    SecurityReader(Node root, Map<String, String> credentials, Predicate<String> isKnown) {
        this.root = root;
        this.credentials = credentials;
        this.isKnown = isKnown;
    }

    /**
     * Is how an operation is authenticated. Immutable.
     *
     * @param auth by each of these
     * @param scopes what the credentials must carry
     */
    record Security(List<HttpAuth> auth, List<String> scopes) {

        Security {
            auth = List.copyOf(auth);
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * Returns how an operation is authenticated.
     *
     * @throws Unusable if none of its alternatives can be served
     */
    Security read(Found found) {
        Node own = found.node().get("security");
        List<Node> alternatives = (own.isArray() ? own : root.get("security")).elements();
        Unusable first = null;
        for (Node each : alternatives) {
            if (!each.members().isEmpty()) {
                try {
                    return security(each);
                } catch (Unusable e) {
                    first = first == null ? e : first;
                }
            }
        }
        boolean open = alternatives.isEmpty()
                || alternatives.stream().anyMatch(each -> each.members().isEmpty());
        if (first != null && !open) {
            throw first;
        }
        return new Security(List.of(), List.of());
    }

    private Security security(Node alternative) {
        List<HttpAuth> auth = new ArrayList<>();
        List<String> scopes = new ArrayList<>();
        alternative.members().forEach((name, wanted) -> {
            Node scheme =
                    root.get("components").get("securitySchemes").get(name).resolved();
            HttpAuth one = auth(name, scheme);
            if (one != null) {
                auth.add(one);
            }
            wanted.elements().forEach(scope -> scopes.add(Words.label(String.valueOf(scope.value()))));
        });
        return new Security(
                auth, scopes.stream().filter(each -> !each.isEmpty()).distinct().toList());
    }

    /** Returns how a scheme is served; null if that happens below HTTP. */
    private @Nullable HttpAuth auth(String name, Node scheme) {
        String type = scheme.text("type", "");
        try {
            return switch (type) {
                case "apiKey" -> apiKey(name, scheme);
                case "http" -> http(name, scheme);
                case "oauth2", "openIdConnect" -> HttpAuth.bearer(credential(name));
                case "mutualTLS" -> null;
                default -> throw unsupported(name, type.isEmpty() ? "is not described" : "is of an unknown type");
            };
        } catch (InvalidToolDefinition e) {
            throw unsupported(name, "can't be sent: " + e.getMessage());
        }
    }

    private HttpAuth apiKey(String name, Node scheme) {
        String field = scheme.text("name", "");
        return switch (scheme.text("in", "")) {
            case "header" -> HttpAuth.header(field, credential(name));
            case "query" -> HttpAuth.query(field, credential(name));
            case "cookie" -> HttpAuth.cookie(field, credential(name));
            default -> throw unsupported(name, "is a key in no place of a request that is known");
        };
    }

    private HttpAuth http(String name, Node scheme) {
        return switch (scheme.text("scheme", "").toLowerCase(Locale.ROOT)) {
            case "bearer" -> HttpAuth.bearer(credential(name));
            case "basic" -> HttpAuth.basic(credential(name));
            default -> throw unsupported(name, "uses an HTTP scheme other than basic and bearer");
        };
    }

    private String credential(String scheme) {
        String credential = credentials.get(scheme);
        if (credential == null) {
            throw new Unusable(
                    OpenApiReason.NO_CREDENTIAL,
                    "no credential is mapped to the security scheme " + Words.label(scheme) + "; say credential(...)");
        }
        if (!isKnown.test(credential)) {
            throw new Unusable(
                    OpenApiReason.NO_CREDENTIAL,
                    "the provider of credentials does not know '" + credential
                            + "', which is mapped to the security scheme " + Words.label(scheme));
        }
        return credential;
    }

    private static Unusable unsupported(String scheme, String why) {
        return new Unusable(
                OpenApiReason.UNSUPPORTED_SECURITY, "the security scheme " + Words.label(scheme) + " " + why);
    }
}
