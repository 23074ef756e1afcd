package dev.harbor.inspector;

import java.time.Duration;

/**
 * Bounds what one look can cost: rows, bytes, streams and times. Every setting has a default.
 *
 * <p>Immutable.
 */
public final class InspectorLimits {

    /** The most runs of a page when nothing is set: {@value}. */
    public static final int DEFAULT_PAGE_RUNS = 50;

    /** The most rows of each table of a run when nothing is set: {@value}. */
    public static final int DEFAULT_ROWS = 500;

    /** The most characters that are shown of one document when nothing is set: {@value}. */
    public static final int DEFAULT_DOCUMENT_LENGTH = 16 << 10;

    /** The most bytes of a form when nothing is set: {@value}. */
    public static final int DEFAULT_BODY_BYTES = 32 << 10;

    /** The most streams at once when nothing is set: {@value}. */
    public static final int DEFAULT_STREAMS = 64;

    /** The most streams of one actor at once when nothing is set: {@value}. */
    public static final int DEFAULT_STREAMS_EACH = 8;

    /** The most events that wait for the reader of a stream when nothing is set: {@value}. */
    public static final int DEFAULT_WAITING_EVENTS = 256;

    private static final InspectorLimits STANDARD = builder().build();

    private final int pageRuns;
    private final int rows;
    private final int documentLength;
    private final int bodyBytes;
    private final int streams;
    private final int streamsEach;
    private final int waitingEvents;
    private final Duration longestStream;
    private final Duration beat;
    private final Duration look;

    private InspectorLimits(Builder from) {
        pageRuns = from.pageRuns;
        rows = from.rows;
        documentLength = from.documentLength;
        bodyBytes = from.bodyBytes;
        streams = from.streams;
        streamsEach = from.streamsEach;
        waitingEvents = from.waitingEvents;
        longestStream = from.longestStream;
        beat = from.beat;
        look = from.look;
    }

    /** Returns the defaults. */
    public static InspectorLimits standard() {
        return STANDARD;
    }

    /** Returns a builder in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the most runs of a page. */
    public int pageRuns() {
        return pageRuns;
    }

    /** Returns the most rows of each table of a run; the oldest are left out, and it says how many. */
    public int rows() {
        return rows;
    }

    /** Returns the most characters that are shown of one document. */
    public int documentLength() {
        return documentLength;
    }

    /** Returns the most bytes of a form. */
    public int bodyBytes() {
        return bodyBytes;
    }

    /** Returns the most streams at once. */
    public int streams() {
        return streams;
    }

    /** Returns the most streams of one actor at once. */
    public int streamsEach() {
        return streamsEach;
    }

    /** Returns the most events that wait for the reader of a stream; one that has more is told and let go. */
    public int waitingEvents() {
        return waitingEvents;
    }

    /** Returns how long a stream is open at most; its reader comes again, and the authorizer is asked again. */
    public Duration longestStream() {
        return longestStream;
    }

    /** Returns how long a stream is silent at most. */
    public Duration beat() {
        return beat;
    }

    /** Returns how often a run that is looked at is read that may be driven by another process. */
    public Duration look() {
        return look;
    }

    /** Collects limits. Not thread-safe. */
    public static final class Builder {

        private int pageRuns = DEFAULT_PAGE_RUNS;
        private int rows = DEFAULT_ROWS;
        private int documentLength = DEFAULT_DOCUMENT_LENGTH;
        private int bodyBytes = DEFAULT_BODY_BYTES;
        private int streams = DEFAULT_STREAMS;
        private int streamsEach = DEFAULT_STREAMS_EACH;
        private int waitingEvents = DEFAULT_WAITING_EVENTS;
        private Duration longestStream = Duration.ofMinutes(10);
        private Duration beat = Duration.ofSeconds(15);
        private Duration look = Duration.ofSeconds(2);

        private Builder() {}

        /** Sets the most runs of a page. 1 to 500. */
        public Builder pageRuns(int most) {
            if (most > 500) {
                throw new IllegalArgumentException("a page has at most 500 runs, got " + most);
            }
            pageRuns = positive(most);
            return this;
        }

        /** Sets the most rows of each table of a run. Positive. */
        public Builder rows(int most) {
            rows = positive(most);
            return this;
        }

        /** Sets the most characters that are shown of one document. Positive. */
        public Builder documentLength(int most) {
            documentLength = positive(most);
            return this;
        }

        /** Sets the most bytes of a form. Positive. */
        public Builder bodyBytes(int most) {
            bodyBytes = positive(most);
            return this;
        }

        /** Sets the most streams at once, of all and of one actor. Positive. */
        public Builder streams(int altogether, int each) {
            streams = positive(altogether);
            streamsEach = positive(each);
            return this;
        }

        /** Sets the most events that wait for the reader of a stream. Positive. */
        public Builder waitingEvents(int most) {
            waitingEvents = positive(most);
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

        /** Sets how often a run that is looked at is read that may be driven by another process; 2 seconds when never set. Positive. */
        public Builder look(Duration every) {
            look = positive(every);
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
        public InspectorLimits build() {
            return new InspectorLimits(this);
        }
    }
}
