package dev.harbor.inspector;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Is what to answer a request with: status and headers first, then what {@link #writeTo} writes. Close it in any case; a stream that nobody writes holds a place.
 *
 * <p>Confined to one request.
 */
public final class InspectorResponse implements AutoCloseable {

    private final int status;
    private final Map<String, String> headers;
    private final Content content;
    private final long length;
    private final Runnable release;
    private final AtomicBoolean released = new AtomicBoolean();

    /** Writes a body. */
    @FunctionalInterface
    interface Content {

        void writeTo(OutputStream out) throws IOException;
    }

    private InspectorResponse(int status, Map<String, String> headers, Content content, long length, Runnable release) {
        this.status = status;
        this.headers = Map.copyOf(headers);
        this.content = content;
        this.length = length;
        this.release = release;
    }

    static InspectorResponse text(int status, String mediaType, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = Headers.of(mediaType);
        return new InspectorResponse(status, headers, out -> out.write(bytes), bytes.length, () -> {});
    }

    static InspectorResponse page(int status, String html) {
        return text(status, "text/html; charset=utf-8", html);
    }

    static InspectorResponse redirect(int status, String to) {
        return page(status, "").header("Location", to);
    }

    static InspectorResponse stream(Content content, Runnable release) {
        Map<String, String> headers = Headers.of("text/event-stream");
        return new InspectorResponse(200, headers, content, -1, release).header("X-Accel-Buffering", "no");
    }

    InspectorResponse header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new InspectorResponse(status, more, content, length, release);
    }

    /** Returns the answer to a request that wants the head only. */
    InspectorResponse withoutBody() {
        return new InspectorResponse(status, headers, out -> {}, 0, release);
    }

    /** Returns the status. */
    public int status() {
        return status;
    }

    /** Returns the headers; the length is not among them. */
    public Map<String, String> headers() {
        return headers;
    }

    /** Returns how many bytes the body has; -1 for a stream. */
    public long length() {
        return length;
    }

    /** Tells whether the body is a stream of events, which is written as they happen and flushed after each. */
    public boolean isStream() {
        return length < 0;
    }

    /**
     * Writes the body, once, and flushes it. Blocks: a stream is written until its time is up, its reader is too slow, or the inspector is closed. Does not close what it writes
     * to.
     *
     * @throws IOException if what it writes to fails, such as when the reader has gone
     */
    public void writeTo(OutputStream out) throws IOException {
        content.writeTo(out);
        out.flush();
    }

    /** Lets go of what a stream holds. May be called more than once. */
    @Override
    public void close() {
        if (released.compareAndSet(false, true)) {
            release.run();
        }
    }
}
