package dev.harbor.net;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is a request. What it doesn't set is taken from the client. {@link #toString()} shows method, host and path.
 *
 * <p>Immutable.
 */
public final class Outbound {

    /** These say how the message is sent, which is the client's to decide. */
    private static final Set<String> MANAGED = Set.of(
            "accept-encoding",
            "connection",
            "content-length",
            "content-type",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private final String method;
    private final URI uri;
    private final Target target;
    private final Headers headers;
    private final Payload payload;
    private final boolean compressed;
    private final @Nullable NetTimeouts timeouts;
    private final @Nullable NetLimits limits;
    private final @Nullable Redirects redirects;

    private Outbound(Builder from) {
        method = from.method;
        uri = from.uri;
        target = from.target == null ? Target.of(uri) : from.target;
        headers = from.headers;
        payload = from.payload;
        compressed = from.compressed;
        timeouts = from.timeouts;
        limits = from.limits;
        redirects = from.redirects;
    }

    /** Tells whether a header field is set by the client itself, in whatever case its name is written. */
    public static boolean isManaged(String header) {
        return MANAGED.contains(header.toLowerCase(Locale.ROOT));
    }

    /** Returns a builder of a GET. */
    public static Builder get(URI uri) {
        return builder("GET", uri);
    }

    /** Returns a builder of a POST. */
    public static Builder post(URI uri, Payload payload) {
        return builder("POST", uri).payload(payload);
    }

    /**
     * Returns a builder.
     *
     * @param method a token, taken in upper case; CONNECT and TRACE are refused
     * @param uri the address, of https or http, without user info; its fragment is not sent
     * @throws IllegalArgumentException if the method is none
     */
    public static Builder builder(String method, URI uri) {
        return new Builder(method.toUpperCase(Locale.ROOT), uri);
    }

    /** Returns a builder that starts from this request. */
    public Builder toBuilder() {
        Builder builder = toBuilder(method, uri);
        builder.target = target;
        return builder;
    }

    Builder toBuilder(String otherMethod, URI otherUri) {
        Builder builder = new Builder(otherMethod, otherUri);
        builder.headers = headers;
        builder.payload = payload;
        builder.compressed = compressed;
        builder.timeouts = timeouts;
        builder.limits = limits;
        builder.redirects = redirects;
        return builder;
    }

    /** Returns the method. */
    public String method() {
        return method;
    }

    /** Returns the address. */
    public URI uri() {
        return uri;
    }

    /** Returns the header fields that were set. */
    public Headers headers() {
        return headers;
    }

    /** Returns the body. */
    public Payload payload() {
        return payload;
    }

    /** Returns this request with none but some of its header fields, whose names are given in lower case. */
    Outbound onlyHeaders(Set<String> names) {
        Builder builder = toBuilder();
        builder.headers = headers.only(names);
        return builder.build();
    }

    Target target() {
        return target;
    }

    boolean isCompressed() {
        return compressed;
    }

    boolean isSafe() {
        return method.equals("GET") || method.equals("HEAD");
    }

    NetTimeouts timeouts(NetTimeouts otherwise) {
        return timeouts == null ? otherwise : timeouts;
    }

    NetLimits limits(NetLimits otherwise) {
        return limits == null ? otherwise : limits;
    }

    Redirects redirects(Redirects otherwise) {
        return redirects == null ? otherwise : redirects;
    }

    /** Returns what to call the request by, without what it carries. */
    Name name() {
        return new Name(method, uri);
    }

    @Override
    public String toString() {
        return name().toString();
    }

    /** Names a request in a message, where it can be read safely; the text is made when it is needed. */
    record Name(String method, URI uri) {

        @Override
        public String toString() {
            return method + ' ' + SafeText.of(uri);
        }
    }

    /** Builds a request. Not thread-safe. */
    public static final class Builder {

        private final String method;
        private final URI uri;
        private @Nullable Target target;
        private Headers headers = Headers.NONE;
        private Payload payload = Payload.NONE;
        private boolean compressed = true;
        private @Nullable NetTimeouts timeouts;
        private @Nullable NetLimits limits;
        private @Nullable Redirects redirects;

        private Builder(String method, URI uri) {
            if (!Headers.isToken(method) || method.equals("CONNECT") || method.equals("TRACE")) {
                throw new IllegalArgumentException("a method is a token other than CONNECT and TRACE");
            }
            this.method = method;
            this.uri = Objects.requireNonNull(uri, "uri");
        }

        /**
         * Adds a header field.
         *
         * @throws IllegalArgumentException if the name or the value may not stand in a message, or it is one that the client sets itself: those of the
         *     connection and its framing, {@code Host}, {@code Accept-Encoding}, and {@code Content-Type}, which the payload brings
         */
        public Builder header(String name, String value) {
            return headers(Headers.of(name, value));
        }

        /**
         * Adds header fields.
         *
         * @throws IllegalArgumentException if one of them is set by the client itself
         */
        public Builder headers(Headers more) {
            more.forEach((name, value) -> requireFree(name));
            headers = headers.and(more);
            return this;
        }

        private static void requireFree(String name) {
            if (isManaged(name)) {
                throw new IllegalArgumentException("header " + name + " is set by the client itself");
            }
        }

        /** Sets the body. */
        public Builder payload(Payload body) {
            payload = Objects.requireNonNull(body, "body");
            return this;
        }

        /** Asks for an answer without a content coding, as a stream of events should be. */
        public Builder uncompressed() {
            compressed = false;
            return this;
        }

        /** Sets the time limits. */
        public Builder timeouts(NetTimeouts times) {
            timeouts = Objects.requireNonNull(times, "times");
            return this;
        }

        /** Sets the limits of size. */
        public Builder limits(NetLimits sizes) {
            limits = Objects.requireNonNull(sizes, "sizes");
            return this;
        }

        /** Sets which redirects are followed. */
        public Builder redirects(Redirects followed) {
            redirects = Objects.requireNonNull(followed, "followed");
            return this;
        }

        /**
         * Returns the request. The builder can be used again.
         *
         * @throws IllegalArgumentException if the address is not one of https or http, has user info, or spells its host oddly
         */
        public Outbound build() {
            return new Outbound(this);
        }
    }
}
