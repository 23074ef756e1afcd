package dev.harbor.tools.openapi;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides which server an operation is sent to, once and for all: that of the embedder, else the first of the operation, its path or the document. Confined to one import. */
final class ServerReader {

    private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]*)}");

    private final Node root;
    private final @Nullable String fixed;
    private final Map<String, String> variables;
    private final Set<String> trusted;

    ServerReader(Node root, @Nullable String fixed, Map<String, String> variables, Set<String> trusted) {
        this.root = root;
        this.fixed = fixed;
        this.variables = variables;
        this.trusted = trusted;
    }

    /**
     * Returns the URL that the path of an operation is put behind, without a slash at its end.
     *
     * @param secured whether the operation sends credentials
     */
    String read(Found found, boolean secured) {
        if (fixed != null) {
            return base(fixed);
        }
        String own = own(found);
        if (own == null) {
            return ofDocument();
        }
        if (secured && !isTrusted(own)) {
            throw new Unusable(
                    OpenApiReason.FOREIGN_SERVER,
                    "it would send credentials to " + origin(own) + ", which is not where the document's server is");
        }
        return own;
    }

    private @Nullable String own(Found found) {
        for (Node where : List.of(found.node(), found.path())) {
            List<Node> servers = where.get("servers").elements();
            if (!servers.isEmpty()) {
                return url(servers.get(0));
            }
        }
        return null;
    }

    private String ofDocument() {
        List<Node> servers = root.get("servers").elements();
        if (servers.isEmpty()) {
            throw new Unusable(OpenApiReason.NO_SERVER, "the document names no server; say server(...)");
        }
        return url(servers.get(0));
    }

    private boolean isTrusted(String url) {
        String origin = origin(url);
        if (trusted.contains(origin)) {
            return true;
        }
        return !root.get("servers").elements().isEmpty() && origin.equals(origin(ofDocument()));
    }

    static String origin(String url) {
        URI uri = uri(url);
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT) + ':' + port;
    }

    private String url(Node server) {
        Matcher matcher = VARIABLE.matcher(server.text("url", ""));
        StringBuilder url = new StringBuilder();
        while (matcher.find()) {
            String value = variable(matcher.group(1), server.get("variables").get(matcher.group(1)));
            matcher.appendReplacement(url, Matcher.quoteReplacement(value));
        }
        matcher.appendTail(url);
        return base(url.toString());
    }

    private String variable(String name, Node variable) {
        String chosen = variables.get(name);
        String value = chosen == null ? variable.text("default") : chosen;
        if (value == null) {
            throw new Unusable(
                    OpenApiReason.NO_SERVER, "the variable " + Words.label(name) + " of a server has no default");
        }
        List<String> allowed = variable.texts("enum");
        if (!allowed.isEmpty() && !allowed.contains(value)) {
            throw new Unusable(
                    OpenApiReason.NO_SERVER,
                    "the variable " + Words.label(name) + " of a server has a value other than "
                            + allowed.stream().limit(20).map(Words::label).toList());
        }
        return value;
    }

    private static String base(String url) {
        URI uri = uri(url);
        boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        boolean plain = uri.getHost() != null
                && uri.getRawUserInfo() == null
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
        if (!http || !plain) {
            throw new Unusable(
                    OpenApiReason.NO_SERVER,
                    "the server " + Words.label(url)
                            + " is not http or https with a host, a path at most, and neither user nor query; say server(...)");
        }
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    private static URI uri(String url) {
        try {
            return URI.create(url.strip());
        } catch (IllegalArgumentException e) {
            throw new Unusable(OpenApiReason.NO_SERVER, "the server " + Words.label(url) + " is no URL", e);
        }
    }
}
