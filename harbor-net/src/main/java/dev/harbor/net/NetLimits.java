package dev.harbor.net;

/**
 * Says how large the parts of an answer may be, in bytes. What goes over ends in {@link NetFailure#TOO_LARGE} as soon as it is seen.
 *
 * <p>Immutable.
 *
 * @param headBytes the most bytes of an answer's head, 1 KiB or more
 * @param headerCount the most header fields, 1 or more
 * @param encodedBytes the most bytes of a body as they come, 1 or more
 * @param bodyBytes the most bytes of a body when its coding is undone, 1 or more
 * @param expansion how many times its size a body may grow when its coding is undone, once it is over {@value #FREE_EXPANSION_BYTES} bytes; 1 or more
 * @param eventBytes the most bytes of one event of a stream, of one line of it too, 1 KiB or more
 * @param streamBytes the most bytes of a stream of events, 1 or more
 * @param streamEvents the most events of a stream, 1 or more
 */
public record NetLimits(
        int headBytes,
        int headerCount,
        long encodedBytes,
        long bodyBytes,
        int expansion,
        int eventBytes,
        long streamBytes,
        long streamEvents) {

    /** The limit of what has none. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** How far a body may grow without its expansion being looked at, in bytes: {@value}. */
    public static final int FREE_EXPANSION_BYTES = 1 << 20;

    private static final NetLimits STANDARD =
            new NetLimits(64 << 10, 200, 64L << 20, 64L << 20, 200, 8 << 20, UNLIMITED, UNLIMITED);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken; the message names it
     */
    public NetLimits {
        require("headBytes", headBytes, 1024);
        require("headerCount", headerCount, 1);
        require("encodedBytes", encodedBytes, 1);
        require("bodyBytes", bodyBytes, 1);
        require("expansion", expansion, 1);
        require("eventBytes", eventBytes, 1024);
        require("streamBytes", streamBytes, 1);
        require("streamEvents", streamEvents, 1);
    }

    /** Returns the defaults: a head of 64 KiB and 200 fields, 64 MiB of a body both ways, 200-fold, events of 8 MiB, streams without end. */
    public static NetLimits standard() {
        return STANDARD;
    }

    /** Returns these limits with other ones for a body, the same for its bytes as they come and when its coding is undone. */
    public NetLimits body(long mostBytes) {
        return new NetLimits(
                headBytes, headerCount, mostBytes, mostBytes, expansion, eventBytes, streamBytes, streamEvents);
    }

    /** Returns these limits with another one for the expansion. */
    public NetLimits expansion(int times) {
        return new NetLimits(
                headBytes, headerCount, encodedBytes, bodyBytes, times, eventBytes, streamBytes, streamEvents);
    }

    /** Returns these limits with others for the head. */
    public NetLimits head(int mostBytes, int mostFields) {
        return new NetLimits(
                mostBytes, mostFields, encodedBytes, bodyBytes, expansion, eventBytes, streamBytes, streamEvents);
    }

    /** Returns these limits with others for a stream of events. */
    public NetLimits stream(int mostEventBytes, long mostBytes, long mostEvents) {
        return new NetLimits(
                headBytes, headerCount, encodedBytes, bodyBytes, expansion, mostEventBytes, mostBytes, mostEvents);
    }

    private static void require(String what, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(what + " must be " + least + " or more, got " + value);
        }
    }
}
