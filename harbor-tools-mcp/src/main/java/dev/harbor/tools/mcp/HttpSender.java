package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.net.Delivery;
import dev.harbor.net.GuardedHttp;
import dev.harbor.net.NetException;
import dev.harbor.net.NetFailure;
import dev.harbor.net.NetLimits;
import dev.harbor.net.NetTimeouts;
import dev.harbor.net.Outbound;
import dev.harbor.net.Payload;
import dev.harbor.net.Redirects;
import dev.harbor.net.Reply;
import dev.harbor.policy.Cancellation;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Sends the requests of one connection over HTTP, with what the host and the protocol put into each. Thread-safe. */
final class HttpSender implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofDays(1);
    /** A first try, a token, and a wider one. */
    private static final int MOST_TRIES = 3;

    private static final int ERROR_BYTES = 64 << 10;
    private static final String BOTH = "application/json, text/event-stream";

    private final HttpTarget target;
    private final Identity identity;
    private final GuardedHttp http;
    private final NetLimits limits;

    HttpSender(HttpTarget target, McpLimits limits, Identity identity) {
        this.target = target;
        this.identity = identity;
        this.limits = NetLimits.standard().body(limits.messageBytes()).stream(
                limits.messageBytes(), NetLimits.UNLIMITED, NetLimits.UNLIMITED);
        this.http = GuardedHttp.builder()
                .egress(target.egress().policy())
                .redirects(Redirects.NONE)
                .limits(this.limits)
                .build();
    }

    URI endpoint() {
        return target.endpoint();
    }

    /**
     * Posts a message.
     *
     * @throws NetException if there is no answer
     * @throws LinkFailure if a credential is missing
     */
    Reply post(URI to, Json message, Map<String, String> headers, Duration head, Cancellation cancellation) {
        Outbound.Builder request = Outbound.post(to, Payload.of(message)).header("Accept", BOTH);
        return send(request, headers, head, cancellation);
    }

    /** Asks for a stream of events. */
    Reply get(URI from, Map<String, String> headers, Duration head, Cancellation cancellation) {
        return send(Outbound.get(from).header("Accept", "text/event-stream"), headers, head, cancellation);
    }

    /** Ends a session. */
    Reply delete(Map<String, String> headers, Duration limit, Cancellation cancellation) {
        return send(Outbound.builder("DELETE", target.endpoint()), headers, limit, cancellation);
    }

    private Reply send(
            Outbound.Builder request, Map<String, String> headers, Duration head, Cancellation cancellation) {
        headers.forEach(request::header);
        request.uncompressed().limits(limits).timeouts(timeouts(head));
        Outbound unsigned = request.build();
        for (int tries = 1; ; tries++) {
            Credentials credentials = new Credentials(target, identity);
            Reply reply = http.send(signed(unsigned, credentials), cancellation);
            boolean refused = reply.status() == 401 || reply.status() == 403;
            if (!refused || tries == MOST_TRIES || !renewed(reply, credentials)) {
                return reply;
            }
        }
    }

    /** A request that was refused for what it proves itself with was not served. Closes the refusal if there is something else to try. */
    private static boolean renewed(Reply reply, Credentials credentials) {
        boolean renewed = false;
        boolean done = false;
        try {
            renewed = credentials.renew(reply.status(), reply.headers().all("WWW-Authenticate"));
            done = true;
            return renewed;
        } finally {
            if (renewed || !done) {
                reply.close();
            }
        }
    }

    private static Outbound signed(Outbound unsigned, Credentials credentials) {
        Outbound.Builder signed = unsigned.toBuilder();
        credentials.apply(signed);
        return signed.build();
    }

    private static NetTimeouts timeouts(Duration head) {
        Duration bounded = head.compareTo(LONGEST) > 0 ? LONGEST : head;
        Duration least = bounded.isNegative() || bounded.isZero() ? Duration.ofNanos(1) : bounded;
        return NetTimeouts.builder().head(least).noIdle().noTotal().build();
    }

    // ---- what went wrong

    /** Returns a failure of the network as one of the request. */
    static LinkFailure failure(NetException e, Patience patience, String what) {
        String text = String.valueOf(e.getMessage());
        boolean unsent = e.delivery() == Delivery.NOT_SENT;
        if (patience.isOver() || e.failure() == NetFailure.CANCELLED || e.failure() == NetFailure.TIMEOUT) {
            LinkFailure waited = e.failure() == NetFailure.TIMEOUT
                    ? LinkFailure.timeout("the server did not answer " + what + " in time")
                    : patience.failure(what);
            return unsent ? LinkFailure.notSent(waited.text() + "; it had not been sent", e) : waited;
        }
        if (e.failure() == NetFailure.TOO_LARGE) {
            return LinkFailure.lost("the answer of the server is larger than allowed", e);
        }
        return unsent ? LinkFailure.notSent(text, e) : LinkFailure.lost(text, e);
    }

    /** Returns an answer that is no success as a failure, and closes it. */
    static LinkFailure refused(Reply reply) {
        try (reply) {
            int status = reply.status();
            RpcError error = error(reply);
            if (error != null) {
                return LinkFailure.refused(error);
            }
            boolean known = status != 502 && status != 504;
            String text = "the server at " + reply.uri().getHost() + " answered with status " + status
                    + reply.mediaType().map(type -> " (" + type + ")").orElse("");
            return LinkFailure.status(status, known, text, reply.retryAfter().orElse(null));
        }
    }

    /** Servers say what is wrong in a body, if they speak the protocol at all. */
    private static @org.jspecify.annotations.Nullable RpcError error(Reply reply) {
        if (reply.status() == 401 || reply.status() == 403 || reply.status() == 429 || reply.status() >= 500) {
            return null;
        }
        try {
            List<Envelope> messages = Envelope.read(reply.text(ERROR_BYTES));
            Json error = messages.size() == 1 ? messages.get(0).error() : null;
            return error == null ? null : RpcError.of(error);
        } catch (HarborException e) {
            // The status says enough.
            return null;
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
