package dev.harbor.net;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream of events by the rules of the WHATWG, one when it is asked for. What comes after the last blank line is no event. Its limits are those of
 * {@link NetLimits}: the bytes of an event and of a line, of the stream, and the number of events.
 *
 * <p>Not thread-safe, but {@link #close()} may be called by another thread than the one that reads, which ends its reading.
 */
public final class SseReader implements AutoCloseable {

    private static final int BUFFER = 16 << 10;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final InputStream from;
    private final NetLimits limits;
    private final Failing failing;
    private final Closeable closing;

    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;

    /** The beginning of a line whose end has not come yet. */
    private final ByteText begun = new ByteText();

    private final SseFields fields = new SseFields();
    private boolean started;
    private boolean afterCarriageReturn;
    private long events;

    private SseReader(InputStream from, NetLimits limits, Failing failing, Closeable closing) {
        this.from = from;
        this.limits = limits;
        this.failing = failing;
        this.closing = closing;
    }

    SseReader(InputStream from, NetLimits limits, Exchange exchange, Reply reply) {
        this(from, limits, exchange::failure, reply::close);
    }

    /** Makes the failure to throw. */
    @FunctionalInterface
    private interface Failing {

        NetException failure(NetFailure failure, String what, @Nullable Throwable cause);
    }

    /** Returns a reader of any stream, which is closed with it. */
    public static SseReader of(InputStream from, NetLimits limits) {
        return new SseReader(
                from,
                limits,
                (failure, what, cause) -> new NetException(failure, Delivery.ANSWERED, 200, null, what, cause),
                from);
    }

    /**
     * Waits for the next event.
     *
     * @return the event, or null at the end of the stream
     * @throws NetException if the stream breaks or is over a limit
     */
    public @Nullable SseEvent next() {
        while (at < end || fill()) {
            skipLineFeed();
            int stop = lineEnd();
            if (stop == end) {
                keepBegun(stop);
                continue;
            }
            SseEvent event = line(stop);
            if (event != null) {
                count();
                return event;
            }
        }
        return null;
    }

    /** Returns the id of the last event that had one and was whole; empty when there was none. Send it as {@code Last-Event-ID} to go on from here. */
    public String lastEventId() {
        return fields.lastEventId();
    }

    /** Returns how long the other side asks to wait before connecting again; empty when it has not said. It may be any length, be it of a thousand years. */
    public Optional<Duration> retry() {
        return Optional.ofNullable(fields.retry());
    }

    /** The second half of CR LF may come later than the first. */
    private void skipLineFeed() {
        if (afterCarriageReturn && at < end) {
            afterCarriageReturn = false;
            if (buffer[at] == '\n') {
                at++;
            }
        }
    }

    private int lineEnd() {
        byte[] bytes = buffer;
        int stop = end;
        for (int i = at; i < stop; i++) {
            // Both are below every other byte of a line but the control characters.
            if (bytes[i] <= '\r' && (bytes[i] == '\n' || bytes[i] == '\r')) {
                return i;
            }
        }
        return stop;
    }

    private void keepBegun(int stop) {
        begun.append(buffer, at, stop);
        at = stop;
        bound(begun.size());
    }

    /** Takes the line that ends before a position. */
    private @Nullable SseEvent line(int stop) {
        afterCarriageReturn = buffer[stop] == '\r';
        int start = at;
        at = stop + 1;
        if (begun.size() == 0) {
            return line(buffer, start, stop);
        }
        begun.append(buffer, start, stop);
        bound(begun.size());
        SseEvent event = line(begun.array(), 0, begun.size());
        begun.clear();
        return event;
    }

    private @Nullable SseEvent line(byte[] line, int start, int stop) {
        if (start == stop) {
            return fields.blank();
        }
        fields.line(line, start, stop);
        bound(0);
        return null;
    }

    private void bound(int lineBytes) {
        if (fields.pendingBytes() + (long) lineBytes > limits.eventBytes()) {
            throw failing.failure(
                    NetFailure.TOO_LARGE, "an event is larger than " + limits.eventBytes() + " bytes", null);
        }
    }

    private void count() {
        events++;
        if (events > limits.streamEvents()) {
            throw failing.failure(
                    NetFailure.TOO_LARGE, "the stream has more than " + limits.streamEvents() + " events", null);
        }
    }

    private boolean fill() {
        at = 0;
        end = Math.max(0, started ? read(0) : begin());
        return end > 0;
    }

    /** Reads the first bytes, and a byte order mark away. */
    private int begin() {
        started = true;
        int had = 0;
        while (had < BYTE_ORDER_MARK.length) {
            int more = read(had);
            if (more < 0 || !beginsLikeMark(had + more)) {
                return Math.max(had, had + more);
            }
            had += more;
        }
        at = BYTE_ORDER_MARK.length;
        return had == at ? had + Math.max(0, read(had)) : had;
    }

    private boolean beginsLikeMark(int had) {
        for (int i = 0; i < Math.min(had, BYTE_ORDER_MARK.length); i++) {
            if (buffer[i] != BYTE_ORDER_MARK[i]) {
                return false;
            }
        }
        return true;
    }

    private int read(int offset) {
        try {
            int count = from.read(buffer, offset, buffer.length - offset);
            while (count == 0) {
                count = from.read(buffer, offset, buffer.length - offset);
            }
            return count;
        } catch (IOException e) {
            throw failing.failure(NetFailure.BROKEN, "the stream broke", e);
        }
    }

    /** Ends the reading at once, and the connection with it. May be called more than once. */
    @Override
    public void close() {
        try {
            closing.close();
        } catch (IOException e) {
            throw failing.failure(NetFailure.BROKEN, "the stream could not be closed", e);
        }
    }
}
