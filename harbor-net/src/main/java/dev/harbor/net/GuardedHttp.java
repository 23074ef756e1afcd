package dev.harbor.net;

import dev.harbor.policy.Cancellation;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over HTTP/1.1 and guards them: what may be reached is checked on the address that is connected to, of every connection and every redirect;
 * every wait has a limit; every size has a cap; and nothing is ever sent twice. It keeps no cookies, asks for no credentials and takes nothing from the
 * environment: no proxy, no certificate, no setting. It logs neither addresses nor headers nor bodies.
 *
 * <p>Thread-safe. Methods block; they work on platform and virtual threads alike. A platform thread that waits for the network does not see an interrupt:
 * hand in a {@link Cancellation}, which frees it at once.
 */
public final class GuardedHttp implements AutoCloseable {

    /** How many connections to one host are open at most when nothing is set: {@value}. */
    public static final int DEFAULT_CONNECTIONS_PER_ROUTE = 32;

    /** How many connections are open at most when nothing is set: {@value}. */
    public static final int DEFAULT_CONNECTIONS = 256;

    /** How long a connection is kept that nobody uses when nothing is set: 30 seconds. */
    public static final Duration DEFAULT_KEEP_IDLE = Duration.ofSeconds(30);

    /** What a request calls itself when nothing is set: {@value}. */
    public static final String DEFAULT_USER_AGENT = "harbor";

    private static final Duration ASK_AFTER = Duration.ofSeconds(1);
    private static final int DRAINED_BYTES = 8 << 10;

    private final Settings settings;
    private final Names names;
    private final Connections connections;
    private final Watch watch;

    private GuardedHttp(Builder from) {
        settings = new Settings(from.userAgent, from.keepIdle, from.clock, from.timeouts, from.limits, from.redirects);
        names = new Names(from.resolver);
        TlsSettings tls = from.context == null
                ? TlsSettings.standard()
                : new TlsSettings(from.context, TlsSettings.DEFAULT_PROTOCOLS);
        Dialer dialer = new Dialer(from.egress, names, tls.with(from.protocols), from.proxy);
        connections = new Connections(from.perRoute, from.total, from.askAfter, dialer, from.limits);
        watch = new Watch(sweepEvery(from.keepIdle), connections::sweep);
    }

    /** What holds for every request of a client. */
    record Settings(
            String userAgent,
            Duration keepIdle,
            Clock clock,
            NetTimeouts timeouts,
            NetLimits limits,
            Redirects redirects) {}

    private static Duration sweepEvery(Duration keepIdle) {
        Duration quarter = keepIdle.dividedBy(4);
        Duration shortest = Duration.ofMillis(100);
        return quarter.compareTo(shortest) < 0 ? shortest : quarter;
    }

    /** Returns a builder in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Sends a request and returns when the head of the answer is there. Every status is an answer.
     *
     * @throws NetException if there is no answer; it says whether the request had left
     */
    public Reply send(Outbound request) {
        return send(request, Cancellation.create());
    }

    /**
     * Sends a request and returns when the head of the answer is there. Every status is an answer. Cancelling ends the request at once, and the reading of
     * its answer too.
     *
     * @throws NetException if there is no answer; it says whether the request had left
     */
    public Reply send(Outbound request, Cancellation cancellation) {
        Objects.requireNonNull(cancellation, "cancellation");
        Redirects followed = request.redirects(settings.redirects());
        NetTimeouts times = request.timeouts(settings.timeouts());
        long endNanos = System.nanoTime() + times.nanos(Step.WHOLE);
        Outbound current = request;
        for (int hops = 0; ; hops++) {
            Exchange exchange = Exchange.begin(watch, times, endNanos, current.name(), cancellation);
            Reply reply = hop(current, exchange);
            Outbound next = next(current, reply, followed, exchange);
            if (next == null) {
                return reply;
            }
            if (hops == followed.hops()) {
                String what = "there were more than " + followed.hops() + " redirects";
                throw exchange.failure(NetFailure.TOO_MANY_REDIRECTS, what, null);
            }
            reply.drain(DRAINED_BYTES);
            current = next;
        }
    }

    private Reply hop(Outbound request, Exchange exchange) {
        try {
            return new Hop(request, connections, exchange, settings).send();
        } catch (NetException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // Whatever it was, what the exchange holds is let go.
            exchange.broken(e);
            throw e;
        }
    }

    private static @Nullable Outbound next(Outbound request, Reply reply, Redirects followed, Exchange exchange) {
        try {
            return Redirecting.next(request, reply, followed);
        } catch (IllegalArgumentException e) {
            throw exchange.failure(NetFailure.PROTOCOL, "the redirect leads to no address that can be used", e);
        }
    }

    /** Returns how many connections are open, in use or kept. */
    int openConnections() {
        return connections.open();
    }

    /** Ends all requests and closes all connections, at once. A name that is being resolved keeps its thread until it is. May be called more than once. */
    @Override
    public void close() {
        watch.close();
        connections.close();
        names.close();
    }

    /** Builds a client. Not thread-safe. */
    public static final class Builder {

        private EgressPolicy egress = EgressPolicy.strict();
        private NetTimeouts timeouts = NetTimeouts.standard();
        private NetLimits limits = NetLimits.standard();
        private Redirects redirects = Redirects.SAME_ORIGIN;
        private HostResolver resolver = HostResolver.SYSTEM;
        private Clock clock = Clock.systemUTC();
        private String userAgent = DEFAULT_USER_AGENT;
        private Duration keepIdle = DEFAULT_KEEP_IDLE;
        private Duration askAfter = ASK_AFTER;
        private int perRoute = DEFAULT_CONNECTIONS_PER_ROUTE;
        private int total = DEFAULT_CONNECTIONS;
        private List<String> protocols = TlsSettings.DEFAULT_PROTOCOLS;
        private @Nullable SSLContext context;
        private @Nullable HttpProxy proxy;

        private Builder() {}

        /** Sets what may be reached; {@link EgressPolicy#strict()} by default. */
        public Builder egress(EgressPolicy policy) {
            egress = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /** Sets the time limits of requests that set none. */
        public Builder timeouts(NetTimeouts times) {
            timeouts = Objects.requireNonNull(times, "times");
            return this;
        }

        /** Sets the limits of size for requests that set none; a request can lower those of the head, not raise them. */
        public Builder limits(NetLimits sizes) {
            limits = Objects.requireNonNull(sizes, "sizes");
            return this;
        }

        /** Sets the redirects that are followed for requests that don't say; {@link Redirects#SAME_ORIGIN} by default. */
        public Builder redirects(Redirects followed) {
            redirects = Objects.requireNonNull(followed, "followed");
            return this;
        }

        /** Sets who finds the addresses of names; {@link HostResolver#SYSTEM} by default. */
        public Builder resolver(HostResolver names) {
            resolver = Objects.requireNonNull(names, "names");
            return this;
        }

        /** Sets the clock that dates of the other side are compared with; the system's by default. */
        public Builder clock(Clock time) {
            clock = Objects.requireNonNull(time, "time");
            return this;
        }

        /**
         * Sets what requests call themselves; {@value GuardedHttp#DEFAULT_USER_AGENT} by default.
         *
         * @throws IllegalArgumentException if it may not stand in a header
         */
        public Builder userAgent(String name) {
            userAgent = Headers.of("User-Agent", name).first("User-Agent").orElseThrow();
            return this;
        }

        /**
         * Sets how long a connection is kept that nobody uses; {@link GuardedHttp#DEFAULT_KEEP_IDLE} by default.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder keepIdle(Duration time) {
            if (time.isNegative() || time.isZero()) {
                throw new IllegalArgumentException("the time must be positive, got " + time);
            }
            keepIdle = time;
            return this;
        }

        /** Sets from which idle time on a connection is asked whether it is still there. */
        Builder askAfter(Duration idle) {
            askAfter = idle;
            return this;
        }

        /**
         * Sets how many connections are open at most, to one host and altogether.
         *
         * @throws IllegalArgumentException if one of them is below 1
         */
        public Builder connections(int perHost, int altogether) {
            if (perHost < 1 || altogether < 1) {
                throw new IllegalArgumentException("connections are 1 or more, got " + perHost + ", " + altogether);
            }
            perRoute = perHost;
            total = altogether;
            return this;
        }

        /**
         * Sets whom TLS trusts and with which certificate it is answered; by default the authorities of the virtual machine, and none. That a certificate is
         * the host's is checked in any case.
         */
        public Builder tls(SSLContext with) {
            context = Objects.requireNonNull(with, "with");
            return this;
        }

        /** Sets the protocols of TLS, by the names of Java; TLS 1.3 and 1.2 by default. */
        public Builder tlsProtocols(List<String> allowed) {
            protocols = List.copyOf(allowed);
            return this;
        }

        /** Sends everything through a proxy. The egress policy still refuses names and addresses, but what a name resolves to only the proxy knows. */
        public Builder proxy(HttpProxy through) {
            proxy = Objects.requireNonNull(through, "through");
            return this;
        }

        /** Returns the client. The builder can be used again. */
        public GuardedHttp build() {
            return new GuardedHttp(this);
        }
    }
}
