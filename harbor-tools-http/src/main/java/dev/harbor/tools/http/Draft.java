package dev.harbor.tools.http;

import dev.harbor.net.Headers;
import dev.harbor.net.NetLimits;
import dev.harbor.net.Outbound;
import dev.harbor.net.Payload;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is a request that is being put together. Confined to one call. */
final class Draft {

    private final @Nullable Outbound known;
    private String address;
    private Headers headers;
    private Payload payload = Payload.NONE;
    private final List<String> cookies = new ArrayList<>();

    Draft(String address, Headers headers) {
        this(address, null, headers);
    }

    private Draft(String address, @Nullable Outbound known, Headers headers) {
        this.address = address;
        this.known = known;
        this.headers = headers;
    }

    /** Starts from a request without headers, whose address need not be read again. */
    static Draft from(Outbound known, Headers headers) {
        return new Draft(known.uri().toString(), known, headers);
    }

    Draft copy() {
        Draft copy = new Draft(address, known, headers);
        copy.payload = payload;
        copy.cookies.addAll(cookies);
        return copy;
    }

    /** Sends it elsewhere. */
    void address(String other) {
        address = other;
    }

    /** Adds a pair to the query; both are escaped already. */
    void query(String name, String value) {
        address += (address.indexOf('?') < 0 ? '?' : '&') + name + '=' + value;
    }

    /** Tells whether the query has a parameter of that name, which is not escaped. */
    boolean hasQuery(String name) {
        return pairs().stream().anyMatch(pair -> isNamed(pair, name));
    }

    /** Takes every parameter of that name, which is not escaped, out of the query. */
    void removeQuery(String name) {
        List<String> left =
                pairs().stream().filter(pair -> !isNamed(pair, name)).toList();
        int query = address.indexOf('?');
        if (query >= 0) {
            address = address.substring(0, query) + (left.isEmpty() ? "" : '?' + String.join("&", left));
        }
    }

    private List<String> pairs() {
        int query = address.indexOf('?');
        return query < 0 ? List.of() : List.of(address.substring(query + 1).split("&", -1));
    }

    private static boolean isNamed(String pair, String name) {
        int end = pair.indexOf('=');
        String escaped = end < 0 ? pair : pair.substring(0, end);
        try {
            return URLDecoder.decode(escaped, StandardCharsets.UTF_8).equals(name);
        } catch (IllegalArgumentException ignored) {
            // What can't be read is no name that anybody has given.
            return false;
        }
    }

    void header(String name, String value) {
        headers = headers.and(name, value);
    }

    /** Adds a header whose value an argument gives. */
    void header(HttpParameter parameter, String value) {
        try {
            header(parameter.name(), value);
        } catch (IllegalArgumentException e) {
            throw Refused.argument(
                    parameter.argument(), "pattern", "must be printable ASCII on one line: it is sent as a header");
        }
    }

    boolean hasHeader(String name) {
        return headers.contains(name);
    }

    /** Adds a cookie; its value is escaped already. */
    void cookie(String name, String value) {
        cookies.add(name + '=' + value);
    }

    void payload(Payload content) {
        payload = content;
    }

    URI uri() {
        Outbound same = same();
        return same == null ? URI.create(address) : same.uri();
    }

    private @Nullable Outbound same() {
        return known != null && known.uri().toString().equals(address) ? known : null;
    }

    Outbound outbound(String method, NetLimits limits) {
        Headers all = cookies.isEmpty() ? headers : headers.and("Cookie", String.join("; ", cookies));
        Outbound same = same();
        Outbound.Builder request = same == null ? Outbound.builder(method, URI.create(address)) : same.toBuilder();
        return request.headers(all).payload(payload).limits(limits).build();
    }
}
