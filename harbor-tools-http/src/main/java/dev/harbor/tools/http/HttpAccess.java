package dev.harbor.tools.http;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.Secret;
import dev.harbor.net.EgressPolicy;
import dev.harbor.net.GuardedHttp;
import dev.harbor.net.HostResolver;
import dev.harbor.net.HttpProxy;
import dev.harbor.net.NetTimeouts;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Is what HTTP tools send through: one pool of connections, the rules on what may be reached, and the credentials. Many tools and threads share one.
 *
 * <p>Unless told otherwise any public host may be reached by https, and nothing else: no private, loopback or link-local address and never the metadata of a
 * cloud, whatever a name resolves to at the moment of the connection. Redirects are followed for GET and HEAD inside their origin. Nothing is taken from the
 * environment, no cookie is kept, and nothing is sent twice.
 *
 * <p>Thread-safe. Close it after the runtime that uses it.
 */
public final class HttpAccess implements AutoCloseable {

    private final GuardedHttp http;
    private final CredentialProvider credentials;
    private final TraceHeaders trace;

    private HttpAccess(Builder from) {
        GuardedHttp.Builder net = GuardedHttp.builder()
                .egress(from.egress.build())
                .timeouts(from.timeouts.build())
                .connections(from.perHost, from.altogether)
                .keepIdle(from.keepIdle)
                .userAgent(from.userAgent)
                .clock(from.clock);
        HttpProxy proxy = from.proxy;
        if (proxy != null) {
            net.proxy(proxy);
        }
        HostResolver resolver = from.resolver;
        if (resolver != null) {
            net.resolver(resolver);
        }
        SSLContext tls = from.tls;
        if (tls != null) {
            net.tls(tls);
        }
        this.http = net.build();
        this.credentials = from.credentials;
        this.trace = from.trace;
    }

    /** Returns an access in which everything has its default. */
    public static HttpAccess create() {
        return builder().build();
    }

    /** Returns a builder in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Tells whether any identity could have a credential of that name. Does not block. */
    public boolean knows(String credential) {
        return credentials.isKnown(credential);
    }

    GuardedHttp http() {
        return http;
    }

    CredentialProvider credentials() {
        return credentials;
    }

    TraceHeaders trace() {
        return trace;
    }

    /** Ends all requests and closes all connections, at once. May be called more than once. */
    @Override
    public void close() {
        http.close();
    }

    /** Finds the addresses of a host by its name. Thread-safe; may block. */
    @FunctionalInterface
    public interface Resolver {

        /**
         * Returns the addresses of a host, in the order in which they are to be tried. Each is checked before any is connected to.
         *
         * @param host a name in ASCII and lower case, never an address
         * @throws UnknownHostException if there are none
         */
        List<InetAddress> resolve(String host) throws UnknownHostException;
    }

    /** Builds an access. Not thread-safe. */
    public static final class Builder {

        private final EgressPolicy.Builder egress = EgressPolicy.builder();
        private final NetTimeouts.Builder timeouts = NetTimeouts.builder();
        private CredentialProvider credentials = CredentialProvider.none();
        private TraceHeaders trace = TraceHeaders.mdc();
        private int perHost = GuardedHttp.DEFAULT_CONNECTIONS_PER_ROUTE;
        private int altogether = GuardedHttp.DEFAULT_CONNECTIONS;
        private Duration keepIdle = GuardedHttp.DEFAULT_KEEP_IDLE;
        private String userAgent = GuardedHttp.DEFAULT_USER_AGENT;
        private Clock clock = Clock.systemUTC();
        private @Nullable SSLContext tls;
        private @Nullable HttpProxy proxy;
        private @Nullable HostResolver resolver;

        private Builder() {}

        /** Sets who has the credentials that tools name; nobody when never set. */
        public Builder credentials(CredentialProvider provider) {
            credentials = Objects.requireNonNull(provider, "provider");
            return this;
        }

        /** Sets who knows the current trace; {@link TraceHeaders#mdc()} when never set. */
        public Builder trace(TraceHeaders headers) {
            trace = Objects.requireNonNull(headers, "headers");
            return this;
        }

        /**
         * Allows one host. From the first {@code allowHost} or {@code allowHostsBelow} on, all others are refused. Its addresses are still checked.
         *
         * @throws IllegalArgumentException if it is neither a name nor an address
         */
        public Builder allowHost(String name) {
            egress.allowHost(name);
            return this;
        }

        /**
         * Allows every host below a domain, not the domain itself.
         *
         * @throws IllegalArgumentException if it is no name
         */
        public Builder allowHostsBelow(String domain) {
            egress.allowHostsBelow(domain);
            return this;
        }

        /**
         * Allows a port, 1 to 65535. From the first one on, all others are refused.
         *
         * @throws IllegalArgumentException if it is out of bounds
         */
        public Builder allowPort(int port) {
            egress.allowPort(port);
            return this;
        }

        /** Allows loopback addresses, and plain http to them. */
        public Builder allowLoopback() {
            egress.allowLoopback();
            return this;
        }

        /** Allows http without TLS to whatever may be reached otherwise. */
        public Builder allowPlainHttp() {
            egress.allowPlainHttp();
            return this;
        }

        /**
         * Allows a range of addresses that is not public, such as {@code 10.20.0.0/16}. Addresses of metadata stay refused.
         *
         * @throws IllegalArgumentException if it is no range of IPv4 or IPv6
         */
        public Builder allowNetwork(String range) {
            egress.allowNetwork(range);
            return this;
        }

        /**
         * Names a prefix by which the network translates IPv6 to IPv4, besides the well-known {@code 64:ff9b::/96}.
         *
         * @throws IllegalArgumentException if it is no range of IPv6 with 32, 40, 48, 56, 64 or 96 bits
         */
        public Builder nat64Prefix(String range) {
            egress.nat64Prefix(range);
            return this;
        }

        /** Limits resolving, and once more connecting; 10 seconds each when never set. Positive. */
        public Builder connectTimeout(Duration limit) {
            timeouts.connect(limit);
            return this;
        }

        /** Limits the time from sending to the end of the answer's head; 60 seconds when never set. Positive. */
        public Builder headTimeout(Duration limit) {
            timeouts.head(limit);
            return this;
        }

        /** Limits how long an answer may pause; 60 seconds when never set. Positive. */
        public Builder idleTimeout(Duration limit) {
            timeouts.idle(limit);
            return this;
        }

        /** Limits one request with its answer; 5 minutes when never set. The policy of a tool usually ends an attempt before. Positive. */
        public Builder totalTimeout(Duration limit) {
            timeouts.total(limit);
            return this;
        }

        /**
         * Sets how many connections are open at most, to one host and altogether; 32 and 256 when never set.
         *
         * @throws IllegalArgumentException if one of them is below 1
         */
        public Builder connections(int toOneHost, int inAll) {
            if (toOneHost < 1 || inAll < 1) {
                throw new IllegalArgumentException("connections are 1 or more, got " + toOneHost + ", " + inAll);
            }
            perHost = toOneHost;
            altogether = inAll;
            return this;
        }

        /** Sets how long a connection is kept that nobody uses; 30 seconds when never set. Positive. */
        public Builder keepIdle(Duration time) {
            keepIdle = Objects.requireNonNull(time, "time");
            return this;
        }

        /** Sets what requests call themselves; {@code harbor} when never set. */
        public Builder userAgent(String name) {
            userAgent = Objects.requireNonNull(name, "name");
            return this;
        }

        /** Sets the clock that dates of the other side are compared with; the system's when never set. */
        public Builder clock(Clock time) {
            clock = Objects.requireNonNull(time, "time");
            return this;
        }

        /**
         * Sets whom TLS trusts and with which certificate it is answered, as a context of the JDK; the authorities of the virtual machine and none when never set.
         * That a certificate is the host's is checked in any case.
         */
        public Builder tls(SSLContext context) {
            tls = Objects.requireNonNull(context, "context");
            return this;
        }

        /**
         * Sends everything through a proxy that asks for no credentials. Names and literal addresses are still refused, but what a name resolves to only the
         * proxy knows.
         *
         * @throws IllegalArgumentException if the port is out of bounds
         */
        public Builder proxy(String host, int port) {
            proxy = HttpProxy.of(host, port);
            return this;
        }

        /**
         * Sends everything through a proxy that asks for credentials of the basic scheme, which only the proxy gets to see.
         *
         * @throws IllegalArgumentException if the port is out of bounds, or the user has a colon
         */
        public Builder proxy(String host, int port, String user, Secret password) {
            proxy = HttpProxy.of(host, port).basic(user, password.reveal());
            return this;
        }

        /** Sets who finds the addresses of names; the operating system when never set. What it finds is checked all the same. */
        public Builder resolver(Resolver names) {
            resolver = Objects.requireNonNull(names, "names")::resolve;
            return this;
        }

        /**
         * Returns the access. The builder can be used again.
         *
         * @throws IllegalArgumentException if the user agent may not stand in a header, or a time is not positive
         */
        public HttpAccess build() {
            return new HttpAccess(this);
        }
    }
}
