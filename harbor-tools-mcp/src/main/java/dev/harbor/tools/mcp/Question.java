package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Is a request of the server. It is answered once at most, and not at all when the server has taken it back. Thread-safe. */
final class Question {

    private final Json id;
    private final String method;
    private final Json params;
    private final Link link;
    private final AtomicBoolean done = new AtomicBoolean();
    private volatile @Nullable Runnable stop;

    /**
     * Makes one.
     *
     * @param id its id, which is given back as it was written
     * @param method the method
     * @param params the parameters
     * @param link where it came from, and where the answer goes to
     */
    Question(Json id, String method, Json params, Link link) {
        this.id = id;
        this.method = method;
        this.params = params;
        this.link = link;
    }

    Json id() {
        return id;
    }

    String method() {
        return method;
    }

    Json params() {
        return params;
    }

    void answer(Json result) {
        if (done.compareAndSet(false, true)) {
            link.send(Request.answer(id, "result", result));
        }
    }

    void refuse(long code, String message) {
        if (done.compareAndSet(false, true)) {
            link.send(Request.answer(id, "error", new RpcError(code, message, null).toJson()));
        }
    }

    /** Tells whether nobody waits for an answer any more. */
    boolean isDone() {
        return done.get();
    }

    /** Says what ends the work on it when it is taken back. */
    void stoppedBy(Runnable stopping) {
        stop = stopping;
    }

    /** Is taken back by the server: nothing is answered any more. */
    void withdraw() {
        Runnable stopping = stop;
        if (done.compareAndSet(false, true) && stopping != null) {
            stopping.run();
        }
    }
}
