package dev.harbor.tools.a2a.server;

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
public final class A2aRequest {

    private final String method;
    private final String path;
    private final String query;
    private final Map<String, List<String>> headers;
    private final InputStream body;

    private A2aRequest(String method, String path, String query, Map<String, List<String>> headers, InputStream body) {
        this.method = method;
        this.path = path;
        this.query = query;
        this.headers = headers;
        this.body = body;
    }

    /**
     * Returns a request.
     *
     * @param method in upper case, such as {@code POST}
     * @param path what follows the address at which the server is mounted, still escaped: empty, or with a slash in front
     * @param query the query, still escaped, without the question mark; null or empty for none
     * @param headers the fields, by names in any case
     * @param body the body; read no further than the server's limit, and not closed
     */
    public static A2aRequest of(
            String method, String path, @Nullable String query, Map<String, List<String>> headers, InputStream body) {
        Map<String, List<String>> fields = headers.entrySet().stream()
                .filter(each -> each.getKey() != null)
                .collect(Collectors.toMap(
                        each -> each.getKey().toLowerCase(Locale.ROOT),
                        each -> List.copyOf(each.getValue()),
                        (one, other) -> one,
                        TreeMap::new));
        return new A2aRequest(
                Objects.requireNonNull(method, "method"),
                Objects.requireNonNull(path, "path"),
                Objects.requireNonNullElse(query, ""),
                fields,
                Objects.requireNonNull(body, "body"));
    }

    /** Returns the method. */
    public String method() {
        return method;
    }

    /** Returns what follows the address of the server, still escaped. */
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

    String headerOr(String name, String otherwise) {
        return Objects.requireNonNullElse(header(name), otherwise);
    }

    /** Shows no header, since one of them is a credential. */
    @Override
    public String toString() {
        return "A2aRequest[" + method + ' ' + path + ']';
    }
}
