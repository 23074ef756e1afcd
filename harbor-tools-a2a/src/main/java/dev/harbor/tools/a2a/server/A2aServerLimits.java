package dev.harbor.tools.a2a.server;

import java.time.Duration;

/**
 * Bounds what callers can cost: bytes, times and numbers. Every setting has a default.
 *
 * <p>Immutable.
 */
public final class A2aServerLimits {

    /** The most bytes of a request when nothing is set: {@value}. */
    public static final int DEFAULT_BODY_BYTES = 8 << 20;

    /** The most bytes of a message without its files when nothing is set: {@value}. */
    public static final int DEFAULT_MESSAGE_BYTES = 1 << 20;

    /** The most parts of a message when nothing is set: {@value}. */
    public static final int DEFAULT_PARTS = 100;

    /** The most messages of a task when nothing is set: {@value}. */
    public static final int DEFAULT_MESSAGES = 200;

    /** The most bytes of files that go along with one task when nothing is set: {@value}. */
    public static final int DEFAULT_FILE_BYTES = 4 << 20;

    /** The most streams and waiting callers at once when nothing is set: {@value}. */
    public static final int DEFAULT_STREAMS = 256;

    /** The most streams and waiting callers of one identity at once when nothing is set: {@value}. */
    public static final int DEFAULT_STREAMS_EACH = 32;

    private static final A2aServerLimits STANDARD = builder().build();

    private final int bodyBytes;
    private final int messageBytes;
    private final int parts;
    private final int messages;
    private final int fileBytes;
    private final int streams;
    private final int streamsEach;
    private final Duration longestWait;
    private final Duration longestStream;
    private final Duration beat;
    private final Duration look;
    private final Duration cancel;
    private final Duration idleLoop;

    private A2aServerLimits(Builder from) {
        bodyBytes = from.bodyBytes;
        messageBytes = from.messageBytes;
        parts = from.parts;
        messages = from.messages;
        fileBytes = from.fileBytes;
        streams = from.streams;
        streamsEach = from.streamsEach;
        longestWait = from.longestWait;
        longestStream = from.longestStream;
        beat = from.beat;
        look = from.look;
        cancel = from.cancel;
        idleLoop = from.idleLoop;
    }

    /** Returns the defaults. */
    public static A2aServerLimits standard() {
        return STANDARD;
    }

    /** Returns a builder in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the most bytes of a request, and of a page of tasks, but that a page has one task in any case. */
    public int bodyBytes() {
        return bodyBytes;
    }

    /** Returns the most bytes of a message without its files. */
    public int messageBytes() {
        return messageBytes;
    }

    /** Returns the most parts of a message. */
    public int parts() {
        return parts;
    }

    /** Returns the most messages of a task. */
    public int messages() {
        return messages;
    }

    /** Returns the most bytes of files that go along with one task; what does not fit is named and left out. */
    public int fileBytes() {
        return fileBytes;
    }

    /** Returns the most streams and waiting callers at once. */
    public int streams() {
        return streams;
    }

    /** Returns the most streams and waiting callers of one identity at once. */
    public int streamsEach() {
        return streamsEach;
    }

    /** Returns how long a caller waits at most that wants to wait for the end; it gets the task as it is then. */
    public Duration longestWait() {
        return longestWait;
    }

    /** Returns how long a stream is open at most; its caller subscribes again. */
    public Duration longestStream() {
        return longestStream;
    }

    /** Returns how long a stream is silent at most before a comment says that it is still there. */
    public Duration beat() {
        return beat;
    }

    /** Returns how often a task is looked at that may change elsewhere. */
    public Duration look() {
        return look;
    }

    /** Returns how long cancelling waits for the work to stop. */
    public Duration cancel() {
        return cancel;
    }

    /** Returns how long a conversation that has nothing to do is held open for the next message; it goes on after all the same. */
    public Duration idleLoop() {
        return idleLoop;
    }

    /** Collects limits. Not thread-safe. */
    public static final class Builder {

        private int bodyBytes = DEFAULT_BODY_BYTES;
        private int messageBytes = DEFAULT_MESSAGE_BYTES;
        private int parts = DEFAULT_PARTS;
        private int messages = DEFAULT_MESSAGES;
        private int fileBytes = DEFAULT_FILE_BYTES;
        private int streams = DEFAULT_STREAMS;
        private int streamsEach = DEFAULT_STREAMS_EACH;
        private Duration longestWait = Duration.ofSeconds(30);
        private Duration longestStream = Duration.ofMinutes(10);
        private Duration beat = Duration.ofSeconds(15);
        private Duration look = Duration.ofSeconds(1);
        private Duration cancel = Duration.ofSeconds(3);
        private Duration idleLoop = Duration.ofMinutes(1);

        private Builder() {}

        /** Sets the most bytes of a request. Positive. */
        public Builder bodyBytes(int most) {
            bodyBytes = positive(most);
            return this;
        }

        /** Sets the most bytes of a message without its files. Positive, at most 2 MiB, so that it fits a record. */
        public Builder messageBytes(int most) {
            if (most > 2 << 20) {
                throw new IllegalArgumentException("a message has at most 2 MiB, got " + most);
            }
            messageBytes = positive(most);
            return this;
        }

        /** Sets the most parts of a message. Positive. */
        public Builder parts(int most) {
            parts = positive(most);
            return this;
        }

        /** Sets the most messages of a task. Positive. */
        public Builder messages(int most) {
            messages = positive(most);
            return this;
        }

        /** Sets the most bytes of files that go along with one task. Positive. */
        public Builder fileBytes(int most) {
            fileBytes = positive(most);
            return this;
        }

        /** Sets the most streams and waiting callers at once, of all and of one identity. Positive. */
        public Builder streams(int altogether, int each) {
            streams = positive(altogether);
            streamsEach = positive(each);
            return this;
        }

        /** Sets how long a caller waits at most for the end; 30 seconds when never set. Positive. */
        public Builder longestWait(Duration most) {
            longestWait = positive(most);
            return this;
        }

        /** Sets how long a stream is open at most; 10 minutes when never set. Positive. */
        public Builder longestStream(Duration most) {
            longestStream = positive(most);
            return this;
        }

        /** Sets how long a stream is silent at most; 15 seconds when never set. Positive. */
        public Builder beat(Duration most) {
            beat = positive(most);
            return this;
        }

        /** Sets how often a task is looked at that may change elsewhere; a second when never set. Positive. */
        public Builder look(Duration every) {
            look = positive(every);
            return this;
        }

        /** Sets how long cancelling waits for the work to stop; 3 seconds when never set. Positive. */
        public Builder cancel(Duration most) {
            cancel = positive(most);
            return this;
        }

        /** Sets how long a conversation that has nothing to do is held open for the next message; a minute when never set. Positive. */
        public Builder idleLoop(Duration most) {
            idleLoop = positive(most);
            return this;
        }

        private static int positive(int number) {
            if (number < 1) {
                throw new IllegalArgumentException("a limit is positive, got " + number);
            }
            return number;
        }

        private static Duration positive(Duration time) {
            if (time.isZero() || time.isNegative()) {
                throw new IllegalArgumentException("a time is positive, got " + time);
            }
            return time;
        }

        /** Returns the limits. */
        public A2aServerLimits build() {
            return new A2aServerLimits(this);
        }
    }
}
