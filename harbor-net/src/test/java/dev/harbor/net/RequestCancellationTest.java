package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.policy.Cancellation;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A request can be ended from another thread whatever it waits for. No limit of time could end these tests. */
final class RequestCancellationTest {

    private final Cancellation cancellation = Cancellation.create();

    @Test
    void cancelled_whileItWaitsForTheHead_isInDoubtAndTheConnectionIsGone() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    asked.countDown();
                    peer.readToEnd();
                });
                GuardedHttp http = Local.client()) {
            Running request = Running.start(() -> send(http, server.uri("/")));
            asked.await();
            cancellation.cancel("enough");
            assertCancelled(request, Delivery.IN_DOUBT);
            assertThat(server.peers().get(0).awaitGone()).isTrue();
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void cancelled_whileItConnects_isNotSent() throws Exception {
        try (FullServer server = FullServer.start();
                GuardedHttp http = Local.client()) {
            Running request = Running.start(() -> send(http, server.uri()));
            request.awaitInside("connect");
            cancellation.cancel("enough");
            assertCancelled(request, Delivery.NOT_SENT);
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void cancelled_whileItResolves_isNotSent() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        HostResolver stuck = host -> {
            asked.countDown();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return List.of();
        };
        try (GuardedHttp http = Local.builder().resolver(stuck).build()) {
            Running request = Running.start(() -> send(http, URI.create("http://stuck.example/")));
            asked.await();
            cancellation.cancel("enough");
            assertCancelled(request, Delivery.NOT_SENT);
            Local.awaitNoConnection(http);
        } finally {
            over.countDown();
        }
    }

    @Test
    void cancelled_duringTheHandshake_isNotSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(Peer::readToEnd);
                GuardedHttp http = Local.client()) {
            Running request = Running.start(() -> send(http, URI.create("https://127.0.0.1:" + server.port() + "/")));
            request.awaitInside("startHandshake");
            cancellation.cancel("enough");
            assertCancelled(request, Delivery.NOT_SENT);
            assertThat(server.peers().get(0).awaitGone()).isTrue();
        }
    }

    @Test
    void cancelled_whileItWaitsForAConnection_isNotSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send("HTTP/1.1 200 OK\r\n\r\n");
                    peer.readToEnd();
                });
                GuardedHttp http = Local.builder().connections(1, 1).build()) {
            try (Reply first = Local.get(http, server.uri("/"))) {
                Running request = Running.start(() -> send(http, server.uri("/")));
                request.awaitInside("await");
                cancellation.cancel("enough");
                assertCancelled(request, Delivery.NOT_SENT);
                assertThat(first.status()).isEqualTo(200);
            }
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void cancelled_whileItsBodyIsRead_endsTheReading() throws Exception {
        AtomicBoolean read = new AtomicBoolean();
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx");
                    peer.readToEnd();
                });
                GuardedHttp http = Local.client()) {
            Running request = Running.start(() -> {
                try (Reply reply = http.send(Outbound.get(server.uri("/")).build(), cancellation)) {
                    reply.body().readNBytes(1);
                    read.set(true);
                    reply.body().readNBytes(1);
                }
            });
            Local.await().untilTrue(read);
            request.awaitInside("read");
            cancellation.cancel("enough");
            assertCancelled(request, Delivery.ANSWERED);
            assertThat(server.peers().get(0).awaitGone()).isTrue();
        }
    }

    @Test
    void cancelled_whileItUploads_isInDoubt() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    over.await();
                });
                GuardedHttp http = Local.client()) {
            Payload large = Payload.of(new byte[64 << 20], "application/octet-stream");
            Running request = Running.start(
                    () -> http.send(Outbound.post(server.uri("/"), large).build(), cancellation));
            Local.await().until(() -> server.heads().size() == 1);
            request.awaitInside("write");
            cancellation.cancel("enough");
            assertCancelled(request, Delivery.IN_DOUBT);
        } finally {
            over.countDown();
        }
    }

    @Test
    void cancelled_beforeItBegins_sendsNothing() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                GuardedHttp http = Local.client()) {
            cancellation.cancel("enough");
            NetException failure = Local.failure(() -> send(http, server.uri("/")));
            assertThat(failure.failure()).isEqualTo(NetFailure.CANCELLED);
            assertThat(failure.delivery()).isEqualTo(Delivery.NOT_SENT);
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void cancelled_afterItsEnd_harmsNoOtherRequest() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                GuardedHttp http = Local.client()) {
            send(http, server.uri("/"));
            cancellation.cancel("enough");
            assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void reply_closedByAnotherThread_endsTheReading() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n");
                    peer.readToEnd();
                });
                GuardedHttp http = Local.client()) {
            Outbound request = Outbound.get(server.uri("/"))
                    .timeouts(Local.patient().noIdle().noTotal().build())
                    .build();
            SseReader events = http.send(request).events();
            assertThat(events.next()).isEqualTo(new SseEvent("message", "1", ""));
            Running reading = Running.start(events::next);
            reading.awaitInside("read");
            events.close();
            assertThat(reading.failure().failure()).isEqualTo(NetFailure.CLOSED);
            assertThat(server.peers().get(0).awaitGone()).isTrue();
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void interrupted_beforeItBegins_sendsNothingAndKeepsTheFlag() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                GuardedHttp http = Local.client()) {
            Thread.currentThread().interrupt();
            NetException failure;
            boolean kept;
            try {
                failure = Local.failure(() -> send(http, server.uri("/")));
            } finally {
                kept = Thread.interrupted();
            }
            assertThat(kept).isTrue();
            assertThat(failure.failure()).isEqualTo(NetFailure.CANCELLED);
            assertThat(failure.delivery()).isEqualTo(Delivery.NOT_SENT);
            assertThat(server.connections()).isZero();
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void interrupted_whileItWaitsForAConnection_endsAndKeepsTheFlag() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send("HTTP/1.1 200 OK\r\n\r\n");
                    peer.readToEnd();
                });
                GuardedHttp http = Local.builder().connections(1, 1).build();
                Reply first = Local.get(http, server.uri("/"))) {
            Running request = Running.start(() -> send(http, server.uri("/")));
            request.awaitInside("await");
            request.interrupt();
            assertCancelled(request, Delivery.NOT_SENT);
            assertThat(request.keptItsFlag()).isTrue();
            assertThat(first.status()).isEqualTo(200);
        }
    }

    @Test
    void requests_cancelledAtAnyMoment_leakNoConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                GuardedHttp http = Local.builder().connections(4, 4).build()) {
            for (int i = 0; i < 500; i++) {
                Cancellation one = Cancellation.create();
                Running request = Running.start(() -> {
                    try (Reply reply = http.send(Outbound.get(server.uri("/")).build(), one)) {
                        reply.bodyBytes(10);
                    }
                });
                for (int spin = 0; spin < i % 50 * 20; spin++) {
                    Thread.onSpinWait();
                }
                one.cancel("enough");
                request.end();
            }
            Local.await().until(() -> http.openConnections() <= 4);
            List<Reply> all = List.of(
                    Local.get(http, server.uri("/")), Local.get(http, server.uri("/")),
                    Local.get(http, server.uri("/")), Local.get(http, server.uri("/")));
            all.forEach(reply -> assertThat(reply.text(10)).isEqualTo("ok"));
            all.forEach(Reply::close);
        }
    }

    private void send(GuardedHttp http, URI uri) {
        try (Reply reply = http.send(Outbound.get(uri).build(), cancellation)) {
            reply.bodyBytes(Local.ALL);
        }
    }

    private static void assertCancelled(Running request, Delivery delivery) throws InterruptedException {
        NetException failure = request.failure();
        assertThat(failure.failure()).isEqualTo(NetFailure.CANCELLED);
        assertThat(failure.delivery()).isEqualTo(delivery);
    }
}
