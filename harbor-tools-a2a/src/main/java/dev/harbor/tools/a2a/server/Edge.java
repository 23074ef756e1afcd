package dev.harbor.tools.a2a.server;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Is what both bindings share: reading bodies, checking versions, keeping places for streams, and turning what goes wrong into refusals. Thread-safe. */
final class Edge {

    static final int TOO_LARGE = 413;
    static final int UNSUPPORTED_TYPE = 415;
    static final int FULL = 503;

    private static final Logger LOG = LoggerFactory.getLogger(A2aServer.class);

    private final A2aServerLimits limits;
    private final Places places;

    Edge(A2aServerLimits limits, Places places) {
        this.limits = limits;
        this.places = places;
    }

    /** Is a request that ends before it is understood. */
    static final class Ended extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final int status;

        Ended(int status, String message) {
            super(message);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /**
     * Reads the body as JSON; JSON null when there is none.
     *
     * @throws Ended if it is too large, or is said to be something else
     */
    Json body(A2aRequest request) throws IOException {
        String type = request.headerOr("Content-Type", "").toLowerCase(Locale.ROOT);
        if (!type.startsWith("application/json") && !type.startsWith("application/a2a+json")) {
            throw new Ended(UNSUPPORTED_TYPE, "the body must be application/json");
        }
        byte[] bytes = request.body().readNBytes(limits.bodyBytes() + 1);
        if (bytes.length > limits.bodyBytes()) {
            throw new Ended(TOO_LARGE, "a request has at most " + limits.bodyBytes() + " bytes");
        }
        try {
            return bytes.length == 0 ? Json.NULL : Json.parse(bytes);
        } catch (MalformedJsonException e) {
            throw new Refusal(Refusal.Kind.PARSE_ERROR, "the body is not JSON");
        }
    }

    static void requireVersion(A2aRequest request) {
        String version = request.headerOr("A2A-Version", "").strip();
        if (!version.equals(A2aServer.VERSION)) {
            throw new Refusal(
                    Refusal.Kind.VERSION_NOT_SUPPORTED,
                    version.isEmpty()
                            ? "a request without the header A2A-Version is of 0.3; this agent speaks "
                                    + A2aServer.VERSION
                            : "this agent speaks " + A2aServer.VERSION + " only; say so in the header A2A-Version");
        }
    }

    /**
     * Does something, and turns what goes wrong with it into a refusal.
     *
     * @throws Refusal if it is not done
     */
    static <T> T refusing(Supplier<T> work) {
        try {
            return work.get();
        } catch (MalformedJsonException e) {
            throw Refusal.params("a part is not JSON");
        } catch (HarborException e) {
            LOG.warn("a request failed: {}", e.toString());
            throw new Refusal(Refusal.Kind.INTERNAL, "the agent failed");
        }
    }

    /**
     * Does what has one answer. Whoever waits for the end of a task holds a place as a stream does.
     *
     * @throws Ended if no place is free
     */
    Json call(Operations operations, String method, Identity identity, Params params) {
        if (!Operations.waits(method, params)) {
            return refusing(() -> operations.call(method, identity, params));
        }
        take(identity);
        try {
            return refusing(() -> operations.call(method, identity, params));
        } finally {
            places.leave(identity);
        }
    }

    private void take(Identity identity) {
        if (!places.take(identity)) {
            throw new Ended(FULL, "too many streams are open, or too many callers wait");
        }
    }

    /**
     * Begins a stream.
     *
     * @throws Ended if too many are open
     */
    A2aResponse stream(Identity identity, Supplier<TaskStream> begin) {
        take(identity);
        try {
            TaskStream stream = refusing(begin);
            return A2aResponse.stream(stream, () -> places.leave(identity));
        } catch (RuntimeException e) {
            places.leave(identity);
            throw e;
        }
    }
}
