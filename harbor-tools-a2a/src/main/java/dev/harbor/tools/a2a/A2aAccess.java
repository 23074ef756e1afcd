package dev.harbor.tools.a2a;

import dev.harbor.access.CredentialProvider;
import dev.harbor.net.EgressPolicy;
import dev.harbor.net.GuardedHttp;
import dev.harbor.net.Redirects;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Is what agents are reached through: one pool of connections, the rules on what may be reached, and the credentials. Many agents and threads share one.
 *
 * <p>Unless told otherwise any public host may be reached by https, and nothing else: no private, loopback or link-local address and never the metadata of a
 * cloud, whatever a name resolves to at the moment of the connection. No redirect is followed, nothing is taken from the environment, no cookie is kept.
 *
 * <p>Thread-safe. Close it after the runtime that uses it.
 */
public final class A2aAccess implements AutoCloseable {

    private static final int PER_HOST = 256;
    private static final int ALTOGETHER = 1024;

    private final GuardedHttp http;
    private final CredentialProvider credentials;
    private final Clock clock;
    private final Background background = new Background();

    private A2aAccess(Builder from) {
        GuardedHttp.Builder net = GuardedHttp.builder()
                .egress(from.egress.build())
                .connections(PER_HOST, ALTOGETHER)
                .keepIdle(from.keepIdle)
                .redirects(Redirects.NONE)
                .userAgent(from.userAgent)
                .clock(from.clock);
        if (from.resolver != null) {
            net.resolver(from.resolver::resolve);
        }
        if (from.tls != null) {
            net.tls(from.tls);
        }
        this.http = net.build();
        this.credentials = from.credentials;
        this.clock = from.clock;
    }

    /** Returns an access in which everything has its default. */
    public static A2aAccess create() {
        return builder().build();
    }

    /** Returns a builder in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    GuardedHttp http() {
        return http;
    }

    CredentialProvider credentials() {
        return credentials;
    }

    Clock clock() {
        return clock;
    }

    Background background() {
        return background;
    }

    /** Ends all requests and closes all connections, at once. May be called more than once. */
    @Override
    public void close() {
        background.close();
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
        private CredentialProvider credentials = CredentialProvider.none();
        private Duration keepIdle = GuardedHttp.DEFAULT_KEEP_IDLE;
        private String userAgent = "harbor-a2a/1.0";
        private Clock clock = Clock.systemUTC();
        private @Nullable SSLContext tls;
        private @Nullable Resolver resolver;

        private Builder() {}

        /** Sets who has the credentials that agents name; nobody when never set. */
        public Builder credentials(CredentialProvider provider) {
            credentials = Objects.requireNonNull(provider, "provider");
            return this;
        }

        /**
         * Allows one host. From the first on, all others are refused. Its addresses are still checked.
         *
         * @throws IllegalArgumentException if it is neither a name nor an address
         */
        public Builder allowHost(String name) {
            egress.allowHost(Objects.requireNonNull(name, "name"));
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
            egress.allowNetwork(Objects.requireNonNull(range, "range"));
            return this;
        }

        /** Sets how long a connection is kept that nobody uses; 30 seconds when never set. Positive. */
        public Builder keepIdle(Duration time) {
            keepIdle = Objects.requireNonNull(time, "time");
            return this;
        }

        /** Sets what requests call themselves; {@code harbor-a2a/1.0} when never set. */
        public Builder userAgent(String name) {
            userAgent = Objects.requireNonNull(name, "name");
            return this;
        }

        /** Sets the clock by which cards age; the system's when never set. */
        public Builder clock(Clock time) {
            clock = Objects.requireNonNull(time, "time");
            return this;
        }

        /** Sets whom TLS trusts and with which certificate it is answered; the authorities of the virtual machine and none when never set. */
        public Builder tls(SSLContext context) {
            tls = Objects.requireNonNull(context, "context");
            return this;
        }

        /** Sets who finds the addresses of names; the operating system when never set. What it finds is checked all the same. */
        public Builder resolver(Resolver names) {
            resolver = Objects.requireNonNull(names, "names");
            return this;
        }

        /**
         * Returns the access. The builder can be used again.
         *
         * @throws IllegalArgumentException if the user agent may not stand in a header, or a time is not positive
         */
        public A2aAccess build() {
            return new A2aAccess(this);
        }
    }
}
