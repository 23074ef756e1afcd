package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ConnectionsTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @Test
    void threads_shareConnectionsAndNeverAnswers() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    for (String head = peer.readHead(); head != null; head = peer.readHead()) {
                        String path = head.substring(5, head.indexOf(" HTTP"));
                        peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + path.length() + "\r\n\r\n" + path);
                    }
                });
                GuardedHttp http = Local.builder().connections(8, 8).build()) {
            ExecutorService threads = Executors.newFixedThreadPool(64);
            try {
                List<Future<?>> all = new ArrayList<>();
                for (int thread = 0; thread < 64; thread++) {
                    int number = thread;
                    all.add(threads.submit(() -> {
                        for (int i = 0; i < 50; i++) {
                            String path = "t" + number + "-" + i;
                            assertThat(Local.read(http, server.uri("/" + path))).isEqualTo(path);
                        }
                    }));
                }
                for (Future<?> each : all) {
                    each.get(2, TimeUnit.MINUTES);
                }
            } finally {
                threads.shutdownNow();
            }
            assertThat(server.connections()).isLessThanOrEqualTo(8);
            assertThat(server.heads()).hasSize(3200);
        }
    }

    @Test
    void close_leavesNoThreadAndNoSocket() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send(OK);
            peer.readToEnd();
        })) {
            GuardedHttp http = Local.builder()
                    .resolver(host -> List.of(Literal.parse("127.0.0.1").orElseThrow()))
                    .build();
            assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
            assertThat(Local.read(http, URI.create("http://name.example:" + server.port() + "/")))
                    .isEqualTo("ok");
            List<Thread> ours = ours();
            assertThat(ours).isNotEmpty();
            http.close();
            for (Thread thread : ours) {
                thread.join(TimeUnit.SECONDS.toMillis(30));
            }
            assertThat(ours).noneMatch(Thread::isAlive);
            Local.awaitNoConnection(http);
            for (Peer peer : server.peers()) {
                assertThat(peer.awaitGone()).isTrue();
                assertThat(peer.failure())
                        .as("an idle connection ends, it does not break")
                        .isNull();
            }
        }
    }

    private static List<Thread> ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("harbor-net-"))
                .filter(Thread::isAlive)
                .toList();
    }

    @Test
    void close_endsWhatIsUnderWay() throws Exception {
        CountDownLatch asked = new CountDownLatch(2);
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            if (peer.readHead().contains("/body")) {
                peer.send("HTTP/1.1 200 OK\r\n\r\nx");
            }
            asked.countDown();
            peer.readToEnd();
        })) {
            GuardedHttp http = Local.client();
            Running head = Running.start(() -> Local.read(http, server.uri("/head")));
            Running body = Running.start(() -> Local.read(http, server.uri("/body")));
            asked.await();
            body.awaitInside("text");
            http.close();
            assertThat(head.failure().failure()).isEqualTo(NetFailure.CLOSED);
            assertThat(head.failure().delivery()).isEqualTo(Delivery.IN_DOUBT);
            assertThat(body.failure().failure()).isEqualTo(NetFailure.CLOSED);
            for (Peer peer : server.peers()) {
                assertThat(peer.awaitGone()).isTrue();
            }
        }
    }

    @Test
    void connection_thatTheOtherSideClosesWhileIdle_isNotUsedAgain() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send(OK);
                });
                GuardedHttp http = Local.builder().askAfter(Duration.ZERO).build()) {
            for (int i = 0; i < 20; i++) {
                assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
                Local.await()
                        .until(() -> server.peers().stream()
                                .allMatch(peer -> peer.socket().isClosed()));
            }
        }
    }

    @Test
    void connection_thatIsGoneWhenItIsUsed_leavesTheRequestInDoubtAndSendsItOnce() throws Exception {
        CountDownLatch idle = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send(OK);
                    idle.await();
                    peer.readHead();
                });
                GuardedHttp http = Local.builder().askAfter(Duration.ofHours(1)).build()) {
            assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
            idle.countDown();
            NetException failure =
                    Local.failure(() -> http.send(Outbound.post(server.uri("/"), Payload.of("x", "text/plain"))
                            .build()));
            assertThat(failure.failure()).isEqualTo(NetFailure.BROKEN);
            assertThat(failure.delivery()).isEqualTo(Delivery.IN_DOUBT);
            assertThat(server.heads()).hasSize(2);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void answer_withMoreBytesThanItSays_isNotFollowedByThem() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(OK + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
                GuardedHttp http = Local.client()) {
            for (int i = 0; i < 5; i++) {
                assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
            }
            assertThat(server.connections()).isEqualTo(5);
        }
    }

    @Test
    void answer_framedTwice_endsItsConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\n"
                        + "Content-Length: 2\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + "2\r\n"
                        + "ok\r\n"
                        + "0\r\n\r\n");
                GuardedHttp http = Local.client()) {
            assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void connection_thatIsToBeClosed_isClosed() throws Exception {
        for (String answer : List.of(
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=0\r\nContent-Length: 2\r\n\r\nok")) {
            try (ScriptedServer server = ScriptedServer.answering(answer);
                    GuardedHttp http = Local.client()) {
                assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
                assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
                assertThat(server.connections()).as(answer).isEqualTo(2);
            }
        }
    }

    @Test
    void connection_thatNobodyUses_isSwept() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(OK);
                GuardedHttp http =
                        Local.builder().keepIdle(Duration.ofMillis(400)).build()) {
            assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
            assertThat(server.peers().get(0).awaitGone()).isTrue();
            Local.await().until(() -> http.openConnections() == 0);
        }
    }

    @Test
    void reply_thatIsNotRead_breaksItsConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(OK);
                GuardedHttp http = Local.client()) {
            Local.get(http, server.uri("/")).close();
            Local.awaitNoConnection(http);
            assertThat(server.peers().get(0).awaitGone()).isTrue();
        }
    }

    @Test
    void reply_withoutABody_givesItsConnectionBackUnread() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
                GuardedHttp http = Local.client()) {
            List<Reply> replies = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                replies.add(Local.get(http, server.uri("/")));
            }
            assertThat(server.connections()).isEqualTo(1);
            replies.forEach(Reply::close);
        }
    }

    @Test
    void hosts_shareNoConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(OK);
                GuardedHttp http = Local.builder()
                        .resolver(host -> List.of(Literal.parse("127.0.0.1").orElseThrow()))
                        .build()) {
            for (String host : List.of("a.example", "b.example", "a.example")) {
                assertThat(Local.read(http, URI.create("http://" + host + ":" + server.port() + "/")))
                        .isEqualTo("ok");
            }
            assertThat(server.connections()).isEqualTo(2);
        }
    }
}
