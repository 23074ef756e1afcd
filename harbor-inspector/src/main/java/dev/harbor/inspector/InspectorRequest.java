package dev.harbor.inspector;

import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Is a request of HTTP as the embedder's server has it.
 *
 * <p>Immutable, but for the body, which is read once.
 */
public final class InspectorRequest {

    private final String method;
    private final String mount;
    private final String path;
    private final String query;
    private final Map<String, List<String>> headers;
    private final InputStream body;

    private InspectorRequest(
            String method,
            String mount,
            String path,
            String query,
            Map<String, List<String>> headers,
            InputStream body) {
        this.method = method;
        this.mount = mount;
        this.path = path;
        this.query = query;
        this.headers = headers;
        this.body = body;
    }

    /**
     * Returns a request.
     *
     * @param method in upper case, such as {@code GET}
     * @param mount the path at which browsers reach the inspector, still escaped: empty, or with a slash in front and none at its end; links begin with it
     * @param path what follows the mount, still escaped: empty, or with a slash in front
     * @param query the query, still escaped, without the question mark; null or empty for none
     * @param headers the fields, by names in any case
     * @param body the body; read no further than the inspector's limit, and not closed
     * @throws IllegalArgumentException if mount or path is not as said
     */
    public static InspectorRequest of(
            String method,
            String mount,
            String path,
            @Nullable String query,
            Map<String, List<String>> headers,
            InputStream body) {
        // A mount that begins with two slashes would be the name of a host in links.
        require("the mount", mount, !mount.endsWith("/") && !mount.startsWith("//"));
        require("the path", path, true);
        Map<String, List<String>> fields = headers.entrySet().stream()
                .filter(each -> each.getKey() != null)
                .collect(Collectors.toMap(
                        each -> each.getKey().toLowerCase(Locale.ROOT),
                        each -> List.copyOf(each.getValue()),
                        (one, other) -> one,
                        TreeMap::new));
        return new InspectorRequest(
                Objects.requireNonNull(method, "method"),
                mount,
                path,
                Objects.requireNonNullElse(query, ""),
                fields,
                Objects.requireNonNull(body, "body"));
    }

    private static void require(String what, String path, boolean isWell) {
        if (!path.isEmpty() && !(path.startsWith("/") && isWell)) {
            throw new IllegalArgumentException(what
                    + " is empty or begins with a slash, a mount with one, and ends with none; got '" + path + "'");
        }
    }

    /** Returns the method. */
    public String method() {
        return method;
    }

    /** Returns the path at which the inspector is mounted, still escaped. */
    public String mount() {
        return mount;
    }

    /** Returns what follows the mount, still escaped. */
    public String path() {
        return path;
    }

    /** Returns the query, still escaped; empty for none. */
    public String query() {
        return query;
    }

    /** Returns the first value of a header, or null. */
    public @Nullable String header(String name) {
        List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
        return values == null || values.isEmpty() ? null : values.get(0);
    }

    /** Returns the body. */
    public InputStream body() {
        return body;
    }

    /** Shows no header, since one of them is a credential. */
    @Override
    public String toString() {
        return "InspectorRequest[" + method + ' ' + mount + path + ']';
    }
}
