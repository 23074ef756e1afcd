package dev.harbor.tools.a2a.server;

import dev.harbor.net.EgressPolicy;
import dev.harbor.net.GuardedHttp;
import dev.harbor.net.NetTimeouts;
import dev.harbor.net.Redirects;
import dev.harbor.seal.SealingKeys;
import java.time.Duration;
import java.util.Objects;

/**
 * Says which addresses callers may have told of their tasks, and what seals the tokens that they hand over for that, which are kept with the task. Unless told otherwise
 * any public host may be told by https, and nothing else, whatever a name resolves to at the moment of the connection. No redirect is followed.
 *
 * <p>Thread-safe. Closed with the server that uses it.
 */
public final class A2aWebhooks implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final GuardedHttp http;
    private final SealingKeys keys;

    private A2aWebhooks(Builder from) {
        keys = from.keys;
        http = GuardedHttp.builder()
                .egress(from.egress.build())
                .redirects(Redirects.NONE)
                .userAgent("harbor-a2a/1.0")
                .timeouts(NetTimeouts.builder()
                        .connect(LIMIT)
                        .head(LIMIT)
                        .total(LIMIT)
                        .build())
                .build();
    }

    /** Returns a builder in which everything but the keys has its default. */
    public static Builder builder(SealingKeys keys) {
        return new Builder(Objects.requireNonNull(keys, "keys"));
    }

    GuardedHttp http() {
        return http;
    }

    SealingKeys keys() {
        return keys;
    }

    /** Closes all connections. May be called more than once. */
    @Override
    public void close() {
        http.close();
    }

    /** Builds webhooks. Not thread-safe. */
    public static final class Builder {

        private final EgressPolicy.Builder egress = EgressPolicy.builder();
        private final SealingKeys keys;

        private Builder(SealingKeys keys) {
            this.keys = keys;
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

        /**
         * Allows a range of addresses that is not public, such as {@code 10.20.0.0/16}. Addresses of metadata stay refused.
         *
         * @throws IllegalArgumentException if it is no range of IPv4 or IPv6
         */
        public Builder allowNetwork(String range) {
            egress.allowNetwork(Objects.requireNonNull(range, "range"));
            return this;
        }

        /** Returns the webhooks. */
        public A2aWebhooks build() {
            return new A2aWebhooks(this);
        }
    }
}
