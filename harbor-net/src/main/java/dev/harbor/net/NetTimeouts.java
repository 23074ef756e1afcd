package dev.harbor.net;

import java.time.Duration;
import java.util.Objects;

/**
 * Says how long each part of a request may take. Each limit but the idle one is hard: bytes that drip in do not extend it.
 *
 * <p>Immutable.
 */
public final class NetTimeouts {

    /** How long a request waits for a free connection when nothing is set: 10 seconds. */
    public static final Duration DEFAULT_QUEUE = Duration.ofSeconds(10);

    /** How long resolving and connecting may take when nothing is set: 10 seconds. */
    public static final Duration DEFAULT_CONNECT = Duration.ofSeconds(10);

    /** How long a TLS handshake, or the way through a proxy, may take when nothing is set: 10 seconds. */
    public static final Duration DEFAULT_HANDSHAKE = Duration.ofSeconds(10);

    /** How long it may take from sending to the end of the answer's head when nothing is set: 60 seconds. */
    public static final Duration DEFAULT_HEAD = Duration.ofSeconds(60);

    /** How long a read of the answer's body may wait for a byte when nothing is set: 60 seconds. */
    public static final Duration DEFAULT_IDLE = Duration.ofSeconds(60);

    /** How long everything may take, redirects and the body included, when nothing is set: 5 minutes. */
    public static final Duration DEFAULT_TOTAL = Duration.ofMinutes(5);

    private static final NetTimeouts STANDARD = new Builder().build();

    /** Far enough for every purpose, and near enough to be added to a time. */
    private static final long NEVER = Long.MAX_VALUE >> 2;

    private final long queueNanos;
    private final long connectNanos;
    private final long handshakeNanos;
    private final long headNanos;
    private final long idleNanos;
    private final long totalNanos;

    private NetTimeouts(Builder from) {
        queueNanos = from.queue;
        connectNanos = from.connect;
        handshakeNanos = from.handshake;
        headNanos = from.head;
        idleNanos = from.idle;
        totalNanos = from.total;
    }

    /** Returns the default of each limit. */
    public static NetTimeouts standard() {
        return STANDARD;
    }

    /** Returns a builder that starts from {@link #standard()}. */
    public static Builder builder() {
        return new Builder();
    }

    long nanos(Step step) {
        return switch (step) {
            case QUEUE -> queueNanos;
            case RESOLVE, CONNECT -> connectNanos;
            case TUNNEL, TLS -> handshakeNanos;
            case HEAD -> headNanos;
            case BODY -> idleNanos;
            case WHOLE -> totalNanos;
        };
    }

    /** Builds limits. Each is positive; not thread-safe. */
    public static final class Builder {

        private long queue = nanos(DEFAULT_QUEUE);
        private long connect = nanos(DEFAULT_CONNECT);
        private long handshake = nanos(DEFAULT_HANDSHAKE);
        private long head = nanos(DEFAULT_HEAD);
        private long idle = nanos(DEFAULT_IDLE);
        private long total = nanos(DEFAULT_TOTAL);

        private Builder() {}

        /** Limits how long a request waits for a free connection. */
        public Builder queue(Duration limit) {
            queue = nanos(limit);
            return this;
        }

        /** Limits resolving, and once more connecting. */
        public Builder connect(Duration limit) {
            connect = nanos(limit);
            return this;
        }

        /** Limits a TLS handshake, and once more the way through a proxy. */
        public Builder handshake(Duration limit) {
            handshake = nanos(limit);
            return this;
        }

        /** Limits the time from sending the request to the end of the answer's head. */
        public Builder head(Duration limit) {
            head = nanos(limit);
            return this;
        }

        /** Limits how long a read of the body may wait for a byte. Time in which nobody reads does not count. */
        public Builder idle(Duration limit) {
            idle = nanos(limit);
            return this;
        }

        /** Lets a read of the body wait for ever, within the total. */
        public Builder noIdle() {
            idle = NEVER;
            return this;
        }

        /** Limits everything together. */
        public Builder total(Duration limit) {
            total = nanos(limit);
            return this;
        }

        /** Sets no limit for everything together, as a stream of events wants it. */
        public Builder noTotal() {
            total = NEVER;
            return this;
        }

        /** Returns the limits. The builder can be used again. */
        public NetTimeouts build() {
            return new NetTimeouts(this);
        }

        private static long nanos(Duration limit) {
            Objects.requireNonNull(limit, "limit");
            if (limit.isNegative() || limit.isZero()) {
                throw new IllegalArgumentException("a time limit must be positive, got " + limit);
            }
            return limit.toSeconds() >= NEVER / 1_000_000_000L ? NEVER : limit.toNanos();
        }
    }
}
