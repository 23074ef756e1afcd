package dev.harbor.net;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ScopedArtifacts;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is an answer: status and headers at once, the body as it is read. It has to be closed, which is cheap when the body was read to its end and breaks the
 * connection otherwise. Reading fails with a {@link NetException}, never with an {@link IOException}.
 *
 * <p>Not thread-safe, but {@link #close()} may be called by another thread than the one that reads, which ends its reading.
 */
public final class Reply implements AutoCloseable {

    /** The longest that {@link #retryAfter()} returns: a day. */
    public static final Duration LONGEST_RETRY_AFTER = Duration.ofDays(1);

    private static final int FIRST_BUFFER = 2 << 10;

    private final int status;
    private final Headers headers;
    private final URI uri;
    private final Exchange exchange;
    private final WireBody wire;
    private final Coding coding;
    private final NetLimits limits;
    private final @Nullable Duration retryAfter;
    private @Nullable Body body;

    Reply(
            int status,
            Headers headers,
            URI uri,
            Exchange exchange,
            WireBody wire,
            Coding coding,
            NetLimits limits,
            @Nullable Duration retryAfter) {
        this.status = status;
        this.headers = headers;
        this.uri = uri;
        this.exchange = exchange;
        this.wire = wire;
        this.coding = coding;
        this.limits = limits;
        this.retryAfter = retryAfter;
    }

    /** Returns the status, 200 to 999. */
    public int status() {
        return status;
    }

    /** Tells whether the status is 200 to 299. */
    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** Returns the header fields. */
    public Headers headers() {
        return headers;
    }

    /** Returns the address that answered: that of the request, or where redirects have led. */
    public URI uri() {
        return uri;
    }

    /** Returns the media type; empty when there is none that can be read. */
    public Optional<MediaType> mediaType() {
        return headers.first("Content-Type").flatMap(MediaType::parse);
    }

    /** Returns how long the other side asks to wait, at most {@link #LONGEST_RETRY_AFTER}; empty when it doesn't. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Returns the body without its coding, bounded by the limits. It is the same stream each time; closing it frees no connection. */
    public InputStream body() {
        return open(limits.bodyBytes());
    }

    private Body open(long mostBytes) {
        Body open = body;
        if (open == null) {
            open = new Body(wire, coding, exchange, mostBytes, limits.expansion());
            body = open;
        }
        return open;
    }

    /**
     * Reads the body to its end.
     *
     * @param mostBytes the most that it may have, 0 or more
     * @throws NetException with {@link NetFailure#TOO_LARGE} if it has more; the connection is broken then
     */
    public byte[] bodyBytes(int mostBytes) {
        InputStream from = body();
        byte[] read = new byte[Math.min(mostBytes, FIRST_BUFFER)];
        int count = 0;
        try {
            for (int n = 0; n >= 0; n = from.read(read, count, read.length - count)) {
                count += n;
                if (count == read.length) {
                    int next = from.read();
                    if (next < 0) {
                        return read;
                    }
                    read = larger(read, mostBytes);
                    read[count++] = (byte) next;
                }
            }
        } catch (IOException e) {
            throw exchange.broken(e);
        }
        return Arrays.copyOf(read, count);
    }

    private byte[] larger(byte[] read, int mostBytes) {
        if (read.length >= mostBytes) {
            String what = "the answer is larger than " + mostBytes + " bytes";
            throw exchange.failure(NetFailure.TOO_LARGE, what, null);
        }
        long promised = promisedBytes();
        long wanted = promised > read.length ? Math.min(promised, read.length * 16L) : read.length * 2L;
        return Arrays.copyOf(read, (int) Math.min(mostBytes, Math.max(64L, wanted)));
    }

    /** Returns how long the body is by its head, which is a promise: room is made for it as it comes. */
    private long promisedBytes() {
        return headers()
                .first("Content-Length")
                .filter(length -> length.matches("[0-9]{1,18}"))
                .map(Long::parseLong)
                .orElse(-1L);
    }

    /**
     * Reads the body to its end as text, in the charset that its media type names, else in UTF-8. What is malformed becomes the replacement character.
     *
     * @param mostBytes the most that it may have, 0 or more
     * @throws NetException with {@link NetFailure#TOO_LARGE} if it has more, with {@link NetFailure#PROTOCOL} if there is no such charset
     */
    public String text(int mostBytes) {
        Charset charset = charset();
        return new String(bodyBytes(mostBytes), charset);
    }

    private Charset charset() {
        try {
            // JSON is UTF-8 whatever a parameter says.
            return mediaType()
                    .filter(type -> !type.isJson())
                    .flatMap(MediaType::charset)
                    .orElse(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw exchange.failure(NetFailure.PROTOCOL, "the charset of the answer is not known", e);
        }
    }

    /**
     * Stores the body as an artifact while it comes, never holding it in memory, and closes this reply. The media type is that of the answer.
     *
     * @throws NetException if the body can't be read; nothing is stored
     * @throws dev.harbor.error.StoreException if the store fails or is full; nothing is stored
     */
    public ArtifactInfo saveTo(ScopedArtifacts artifacts) {
        String named = headers.first("Content-Type").orElse("");
        boolean usable = ArtifactOptions.isMediaType(named);
        return saveTo(artifacts, ArtifactOptions.of(usable ? named : ArtifactOptions.DEFAULT_MEDIA_TYPE));
    }

    /**
     * Stores the body as an artifact while it comes, never holding it in memory, and closes this reply.
     *
     * @throws NetException if the body can't be read; nothing is stored
     * @throws dev.harbor.error.StoreException if the store fails or is full; nothing is stored
     */
    public ArtifactInfo saveTo(ScopedArtifacts artifacts, ArtifactOptions options) {
        try (this) {
            return artifacts.put(body(), options);
        } catch (IOException e) {
            throw exchange.broken(e);
        }
    }

    /**
     * Returns a reader of the body's events, which closes this reply when it is closed. The limits of a stream hold, not those of a body.
     *
     * @throws IllegalStateException if the body has been opened
     */
    public SseReader events() {
        if (body != null) {
            throw new IllegalStateException("the body has been opened already");
        }
        wire.bound(limits.streamBytes());
        return new SseReader(open(limits.streamBytes()), limits, exchange, this);
    }

    /** Lets this end after a time at the latest, whatever time it was given: what is nice to read is not always worth to wait for. Before the body is read. */
    public void hurry(Duration most) {
        exchange.hurry(most.toNanos());
    }

    /** Ends the exchange: at once, whatever is still to come. May be called more than once. */
    @Override
    public void close() {
        exchange.end(Ending.REPLY_CLOSED);
    }

    /** Reads what is left if it is little, so that the connection can be used again, and closes. */
    void drain(int mostBytes) {
        byte[] buffer = new byte[mostBytes];
        int count = 0;
        while (count < mostBytes && !wire.hasEnded()) {
            count += Math.max(0, wire.read(buffer, count, mostBytes - count));
        }
        close();
    }

    @Override
    public String toString() {
        return "Reply[" + status + ", " + SafeText.of(uri) + ']';
    }
}
