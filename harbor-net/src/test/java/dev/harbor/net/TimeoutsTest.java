package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Every wait ends by its limit. In each test the other side would go on for ever, and only the limit in question is short. */
final class TimeoutsTest {

    private static final Duration SHORT = Duration.ofMillis(300);

    @Test
    void head_thatNeverComes_endsTheRequestInDoubt() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(Peer::readToEnd);
                GuardedHttp http = http(Local.patient().head(SHORT))) {
            NetException failure = Local.failure(http, server.uri("/x?secret"));
            assertTimeout(failure, Delivery.IN_DOUBT);
            assertThat(failure)
                    .hasMessage("there was no whole head of an answer in time (GET " + server.uri("/x") + ")");
            assertThat(server.peers().get(0).awaitGone()).isTrue();
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void head_thatDripsIn_endsTheRequest() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send("HTTP/1.1 200 OK\r\nX-Long: ");
                    peer.sendForEver("x", 5);
                });
                GuardedHttp http = http(Local.patient().head(SHORT))) {
            assertTimeout(Local.failure(http, server.uri("/")), Delivery.IN_DOUBT);
        }
    }

    @Test
    void information_withoutAnEnd_endsTheRequest() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.sendForEver("HTTP/1.1 102 Processing\r\n\r\n", 20);
                });
                GuardedHttp http = http(Local.patient().head(SHORT))) {
            assertTimeout(Local.failure(http, server.uri("/")), Delivery.IN_DOUBT);
        }
    }

    @Test
    void body_thatPauses_endsByItsIdleLimit() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhal");
                    peer.readToEnd();
                });
                GuardedHttp http = http(Local.patient().idle(SHORT))) {
            NetException failure = Local.failure(http, server.uri("/"));
            assertTimeout(failure, Delivery.ANSWERED);
            assertThat(failure.outcomeKnown()).isFalse();
        }
    }

    @Test
    void body_thatDripsIn_endsByTheTotal() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send("HTTP/1.1 200 OK\r\n\r\n");
                    peer.sendForEver("x", 5);
                });
                GuardedHttp http = http(Local.patient().total(Duration.ofSeconds(3)))) {
            assertThat(Local.failure(http, server.uri("/")).failure()).isEqualTo(NetFailure.TIMEOUT);
            assertThat(server.peers().get(0).awaitGone()).isTrue();
        }
    }

    @Test
    void reply_thatNobodyReads_isBrokenWhenItsTimeIsOver() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send("HTTP/1.1 200 OK\r\n\r\n");
                    peer.readToEnd();
                });
                GuardedHttp http = http(Local.patient().total(Duration.ofSeconds(3)))) {
            Reply reply = Local.get(http, server.uri("/"));
            assertThat(server.peers().get(0).awaitGone()).isTrue();
            assertThat(Local.failure(() -> reply.bodyBytes(1)).failure()).isEqualTo(NetFailure.TIMEOUT);
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void upload_thatNobodyReads_endsTheRequestInDoubt() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start(peer -> over.await());
                GuardedHttp http = http(Local.patient().head(SHORT))) {
            Payload large = Payload.of(new byte[64 << 20], "application/octet-stream");
            NetException failure = Local.failure(
                    () -> http.send(Outbound.post(server.uri("/"), large).build()));
            assertTimeout(failure, Delivery.IN_DOUBT);
        } finally {
            over.countDown();
        }
    }

    @Test
    void connection_thatNeverComes_isNotSent() throws Exception {
        try (FullServer server = FullServer.start();
                GuardedHttp http = http(Local.patient().connect(SHORT))) {
            assertTimeout(Local.failure(http, server.uri()), Delivery.NOT_SENT);
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void name_thatIsNeverResolved_isNotSent() {
        CountDownLatch over = new CountDownLatch(1);
        HostResolver stuck = host -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return List.of();
        };
        try (GuardedHttp http = GuardedHttp.builder()
                .egress(Local.LOOPBACK)
                .resolver(stuck)
                .timeouts(Local.patient().connect(SHORT).build())
                .build()) {
            assertTimeout(Local.failure(http, URI.create("http://stuck.example/")), Delivery.NOT_SENT);
            Local.awaitNoConnection(http);
        } finally {
            over.countDown();
        }
    }

    @Test
    void handshake_thatNeverEnds_isNotSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(Peer::readToEnd);
                GuardedHttp http = http(Local.patient().handshake(SHORT))) {
            assertTimeout(
                    Local.failure(http, URI.create("https://127.0.0.1:" + server.port() + "/")), Delivery.NOT_SENT);
            assertThat(server.peers().get(0).awaitGone()).isTrue();
        }
    }

    @Test
    void connection_thatIsNeverFree_isNotSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send("HTTP/1.1 200 OK\r\n\r\n");
                    peer.readToEnd();
                });
                GuardedHttp http = Local.builder()
                        .connections(1, 1)
                        .timeouts(Local.patient().queue(SHORT).build())
                        .build()) {
            try (Reply first = Local.get(http, server.uri("/"))) {
                NetException failure = Local.failure(http, server.uri("/"));
                assertThat(failure.failure()).isEqualTo(NetFailure.NO_CONNECTION_FREE);
                assertThat(failure.delivery()).isEqualTo(Delivery.NOT_SENT);
                assertThat(first.status()).isEqualTo(200);
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void limits_ofARequest_goBeforeThoseOfTheClient() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(Peer::readToEnd);
                GuardedHttp http = Local.client()) {
            Outbound hasty = Outbound.get(server.uri("/"))
                    .timeouts(Local.patient().head(SHORT).build())
                    .build();
            assertTimeout(Local.failure(() -> http.send(hasty)), Delivery.IN_DOUBT);
        }
    }

    @Test
    void limit_thatIsNotPositive_isRefused() {
        for (Duration none : List.of(Duration.ZERO, Duration.ofNanos(-1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> NetTimeouts.builder().head(none));
        }
        NetTimeouts.builder()
                .total(Duration.ofSeconds(Long.MAX_VALUE))
                .noIdle()
                .noTotal()
                .build();
    }

    private static void assertTimeout(NetException failure, Delivery delivery) {
        assertThat(failure.failure()).isEqualTo(NetFailure.TIMEOUT);
        assertThat(failure.delivery()).isEqualTo(delivery);
    }

    private static GuardedHttp http(NetTimeouts.Builder timeouts) {
        return Local.builder().timeouts(timeouts.build()).build();
    }
}
