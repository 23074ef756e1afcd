package dev.harbor.net;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Is what the tests of this package share: clients that may reach loopback, and limits that matter to nobody. */
final class Local {

    static final EgressPolicy LOOPBACK = EgressPolicy.builder().allowLoopback().build();
    static final int ALL = 1 << 20;

    /** Long enough that no test ends by it. */
    static final NetTimeouts PATIENT = NetTimeouts.builder()
            .queue(Duration.ofMinutes(3))
            .connect(Duration.ofMinutes(3))
            .handshake(Duration.ofMinutes(3))
            .head(Duration.ofMinutes(3))
            .idle(Duration.ofMinutes(3))
            .build();

    private Local() {}

    /** Waits longer than any machine needs. */
    static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(1));
    }

    /** Waits until every place in the pool is free: whoever ended a request from outside may still be about to give it back. */
    static void awaitNoConnection(GuardedHttp http) {
        await().until(() -> http.openConnections() == 0);
    }

    static GuardedHttp.Builder builder() {
        return GuardedHttp.builder().egress(LOOPBACK).timeouts(PATIENT);
    }

    static GuardedHttp client() {
        return builder().build();
    }

    /** Returns limits of which only those that are set afterwards can end a test. */
    static NetTimeouts.Builder patient() {
        return NetTimeouts.builder()
                .queue(Duration.ofMinutes(3))
                .connect(Duration.ofMinutes(3))
                .handshake(Duration.ofMinutes(3))
                .head(Duration.ofMinutes(3))
                .idle(Duration.ofMinutes(3));
    }

    static Reply get(GuardedHttp http, URI uri) {
        return http.send(Outbound.get(uri).build());
    }

    /** Sends a GET and reads the whole answer. */
    static String read(GuardedHttp http, URI uri) {
        try (Reply reply = get(http, uri)) {
            return reply.text(ALL);
        }
    }

    static NetException failure(ThrowingCallable call) {
        NetException thrown = catchThrowableOfType(NetException.class, call);
        if (thrown == null) {
            throw new AssertionError("it should have failed");
        }
        return thrown;
    }

    static NetException failure(GuardedHttp http, URI uri) {
        return failure(() -> read(http, uri));
    }
}
