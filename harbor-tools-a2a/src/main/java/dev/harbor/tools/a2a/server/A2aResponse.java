package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Is what to answer a request with: status and headers first, then what {@link #writeTo} writes. Close it in any case; a stream that nobody writes holds a place.
 *
 * <p>Confined to one request.
 */
public final class A2aResponse implements AutoCloseable {

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

    private A2aResponse(int status, Map<String, String> headers, Content content, long length, Runnable release) {
        this.status = status;
        this.headers = Map.copyOf(headers);
        this.content = content;
        this.length = length;
        this.release = release;
    }

    static A2aResponse json(int status, String mediaType, Json body) {
        byte[] bytes = body.toBytes();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", mediaType);
        headers.put("Cache-Control", "no-store");
        return new A2aResponse(status, headers, out -> out.write(bytes), bytes.length, () -> {});
    }

    static A2aResponse empty(int status) {
        return new A2aResponse(status, Map.of("Cache-Control", "no-store"), out -> {}, 0, () -> {});
    }

    static A2aResponse stream(Content content, Runnable release) {
        Map<String, String> headers =
                Map.of("Content-Type", "text/event-stream", "Cache-Control", "no-store", "X-Accel-Buffering", "no");
        return new A2aResponse(200, headers, content, -1, release);
    }

    A2aResponse header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new A2aResponse(status, more, content, length, release);
    }

    /** Returns the answer to a request that wants the head only. */
    A2aResponse withoutBody() {
        return new A2aResponse(status, headers, out -> {}, 0, release);
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
     * Writes the body, once, and flushes it. Blocks: a stream is written until its task is over or waits for an answer, its time is up, or the server is closed. Does not
     * close what it writes to.
     *
     * @throws IOException if what it writes to fails, such as when the caller has gone
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
