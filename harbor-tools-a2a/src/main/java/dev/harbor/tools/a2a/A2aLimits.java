package dev.harbor.tools.a2a;

import java.time.Duration;
import java.util.Objects;

/**
 * Bounds what an agent can cost: bytes, times and tries. Every setting has a default that suits agents that work for minutes.
 *
 * <p>Immutable.
 */
public final class A2aLimits {

    /** The most bytes of a card when nothing is set: {@value}. */
    public static final int DEFAULT_CARD_BYTES = 1 << 20;

    /** The most bytes of an answer, and of one event of a stream, when nothing is set: {@value}. */
    public static final int DEFAULT_BODY_BYTES = 8 << 20;

    /** The most bytes of a stream when nothing is set: {@value}. */
    public static final long DEFAULT_STREAM_BYTES = 64L << 20;

    /** The most bytes of files that go along with one message when nothing is set: {@value}. */
    public static final int DEFAULT_FILE_BYTES = 4 << 20;

    /** How often a message is tried that a peer surely did not take on when nothing is set: {@value}. */
    public static final int DEFAULT_SEND_ATTEMPTS = 4;

    private static final A2aLimits STANDARD = builder().build();

    private final int cardBytes;
    private final int bodyBytes;
    private final long streamBytes;
    private final int fileBytes;
    private final int sendAttempts;
    private final Duration connect;
    private final Duration head;
    private final Duration idle;
    private final Duration cancel;
    private final Duration firstPoll;
    private final Duration longestPoll;
    private final Duration firstWatch;
    private final Duration longestWatch;

    private A2aLimits(Builder from) {
        cardBytes = from.cardBytes;
        bodyBytes = from.bodyBytes;
        streamBytes = from.streamBytes;
        fileBytes = from.fileBytes;
        sendAttempts = from.sendAttempts;
        connect = from.connect;
        head = from.head;
        idle = from.idle;
        cancel = from.cancel;
        firstPoll = from.firstPoll;
        longestPoll = from.longestPoll;
        firstWatch = from.firstWatch;
        longestWatch = from.longestWatch;
    }

    /** Returns the defaults. */
    public static A2aLimits standard() {
        return STANDARD;
    }

    /** Returns a builder in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the most bytes of a card. */
    public int cardBytes() {
        return cardBytes;
    }

    /** Returns the most bytes of an answer, and of one event of a stream. */
    public int bodyBytes() {
        return bodyBytes;
    }

    /** Returns the most bytes of a stream. */
    public long streamBytes() {
        return streamBytes;
    }

    /** Returns the most bytes of files that go along with one message. */
    public int fileBytes() {
        return fileBytes;
    }

    /** Returns how often a message is tried that the peer surely did not take on, the first time included. */
    public int sendAttempts() {
        return sendAttempts;
    }

    /** Returns how long connecting may take. */
    public Duration connect() {
        return connect;
    }

    /** Returns how long the head of an answer may take that starts no work at the peer; one that does has the whole time of the call. */
    public Duration head() {
        return head;
    }

    /** Returns how long a stream may be silent before the task is looked up. */
    public Duration idle() {
        return idle;
    }

    /** Returns how long cancelling a task may take. */
    public Duration cancel() {
        return cancel;
    }

    /** Returns how long to wait before a task is looked up the first time. */
    public Duration firstPoll() {
        return firstPoll;
    }

    /** Returns how long to wait at most before a task is looked up again. */
    public Duration longestPoll() {
        return longestPoll;
    }

    /** Returns how long to wait before a task is looked at the first time whose call waits for an outside event. */
    public Duration firstWatch() {
        return firstWatch;
    }

    /** Returns how long to wait at most before a task is looked at again whose call waits for an outside event. */
    public Duration longestWatch() {
        return longestWatch;
    }

    /** Collects limits. Not thread-safe. */
    public static final class Builder {

        private int cardBytes = DEFAULT_CARD_BYTES;
        private int bodyBytes = DEFAULT_BODY_BYTES;
        private long streamBytes = DEFAULT_STREAM_BYTES;
        private int fileBytes = DEFAULT_FILE_BYTES;
        private int sendAttempts = DEFAULT_SEND_ATTEMPTS;
        private Duration connect = Duration.ofSeconds(3);
        private Duration head = Duration.ofSeconds(30);
        private Duration idle = Duration.ofSeconds(60);
        private Duration cancel = Duration.ofSeconds(3);
        private Duration firstPoll = Duration.ofMillis(500);
        private Duration longestPoll = Duration.ofSeconds(10);
        private Duration firstWatch = Duration.ofSeconds(15);
        private Duration longestWatch = Duration.ofMinutes(5);

        private Builder() {}

        /**
         * Sets the most bytes of a card; {@value A2aLimits#DEFAULT_CARD_BYTES} when never set.
         *
         * @throws IllegalArgumentException if it is less than 1024
         */
        public Builder cardBytes(int most) {
            cardBytes = (int) require("cardBytes", most, 1024);
            return this;
        }

        /**
         * Sets the most bytes of an answer, and of one event of a stream; {@value A2aLimits#DEFAULT_BODY_BYTES} when never set.
         *
         * @throws IllegalArgumentException if it is less than 1024
         */
        public Builder bodyBytes(int most) {
            bodyBytes = (int) require("bodyBytes", most, 1024);
            return this;
        }

        /**
         * Sets the most bytes of a stream; {@value A2aLimits#DEFAULT_STREAM_BYTES} when never set.
         *
         * @throws IllegalArgumentException if it is less than 1024
         */
        public Builder streamBytes(long most) {
            streamBytes = require("streamBytes", most, 1024);
            return this;
        }

        /**
         * Sets the most bytes of files that go along with one message; {@value A2aLimits#DEFAULT_FILE_BYTES} when never set.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Builder fileBytes(int most) {
            fileBytes = (int) require("fileBytes", most, 0);
            return this;
        }

        /**
         * Sets how often a message is tried that the peer surely did not take on; {@value A2aLimits#DEFAULT_SEND_ATTEMPTS} when never set.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder sendAttempts(int most) {
            sendAttempts = (int) require("sendAttempts", most, 1);
            return this;
        }

        /** Limits connecting; 3 seconds when never set. Positive. */
        public Builder connect(Duration limit) {
            connect = positive(limit);
            return this;
        }

        /** Limits the time to the head of an answer that starts no work at the peer; 30 seconds when never set. Positive. */
        public Builder head(Duration limit) {
            head = positive(limit);
            return this;
        }

        /** Sets how long a stream may be silent before the task is looked up; 60 seconds when never set. Positive. */
        public Builder idle(Duration limit) {
            idle = positive(limit);
            return this;
        }

        /** Limits cancelling a task; 3 seconds when never set. Positive. */
        public Builder cancel(Duration limit) {
            cancel = positive(limit);
            return this;
        }

        /**
         * Sets how long to wait before a task is looked up, at first and at most; half a second and 10 seconds when never set. Positive.
         *
         * @throws IllegalArgumentException if the first is longer than the longest
         */
        public Builder poll(Duration first, Duration longest) {
            requireOrder(first, longest);
            firstPoll = first;
            longestPoll = longest;
            return this;
        }

        /**
         * Sets how long to wait before a task is looked at whose call waits for an outside event, at first and at most; 15 seconds and 5 minutes when never set.
         * Positive.
         *
         * @throws IllegalArgumentException if the first is longer than the longest
         */
        public Builder watch(Duration first, Duration longest) {
            requireOrder(first, longest);
            firstWatch = first;
            longestWatch = longest;
            return this;
        }

        private static void requireOrder(Duration first, Duration longest) {
            if (positive(first).compareTo(positive(longest)) > 0) {
                throw new IllegalArgumentException("the first wait is longer than the longest: " + first);
            }
        }

        private static long require(String what, long value, long least) {
            if (value < least) {
                throw new IllegalArgumentException(what + " must be " + least + " or more, got " + value);
            }
            return value;
        }

        private static Duration positive(Duration limit) {
            Objects.requireNonNull(limit, "limit");
            if (limit.isNegative() || limit.isZero()) {
                throw new IllegalArgumentException("a time limit must be positive, got " + limit);
            }
            return limit;
        }

        /** Returns the limits; the builder may be used again. */
        public A2aLimits build() {
            return new A2aLimits(this);
        }
    }
}
