package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import dev.harbor.testkit.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class GuardedHttpTest {

    private final GuardedHttp http = Local.client();

    @AfterEach
    void close() {
        http.close();
    }

    @Test
    void get_sendsWhatIsNeededAndNothingElse() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.answering("HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\nhi")) {
            try (Reply reply = Local.get(http, server.uri("/a%20b?c=%2F#d"))) {
                assertThat(reply.status()).isEqualTo(200);
                assertThat(reply.isSuccess()).isTrue();
                assertThat(reply.headers().all("X-A")).containsExactly("1", "2");
                assertThat(reply.text(2)).isEqualTo("hi");
                assertThat(reply.uri()).isEqualTo(server.uri("/a%20b?c=%2F#d"));
            }
            assertThat(server.heads())
                    .containsExactly("GET /a%20b?c=%2F HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                            + "\r\nUser-Agent: harbor\r\nAccept-Encoding: gzip, deflate\r\n\r\n");
        }
    }

    @Test
    void post_sendsItsHeadersAndItsBodyOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            String body = new String(peer.readBytes(9), StandardCharsets.UTF_8);
            peer.send("HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\n" + body);
        })) {
            Outbound request = Outbound.post(server.uri("/"), Payload.of(Json.parse("{\"a\":1.0}")))
                    .header("Authorization", "Bearer t")
                    .header("X-B", "1")
                    .header("X-B", "2")
                    .header("User-Agent", "mine/1")
                    .build();
            try (Reply reply = http.send(request)) {
                assertThat(reply.status()).isEqualTo(201);
                assertThat(reply.text(100)).isEqualTo("{\"a\":1.0}");
            }
            assertThat(server.heads())
                    .containsExactly("POST / HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                            + "\r\nAccept-Encoding: gzip, deflate\r\nAuthorization: Bearer t\r\nX-B: 1\r\nX-B: 2\r\n"
                            + "User-Agent: mine/1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n");
        }
    }

    @Test
    void payload_ofUnknownLength_isSentInChunks() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] all = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(all);
            exchange.close();
        });
        server.start();
        try {
            byte[] content = "0123456789".repeat(5000).getBytes(StandardCharsets.US_ASCII);
            Payload payload = Payload.of(
                    () -> new ByteArrayInputStream(content), Payload.UNKNOWN_LENGTH, "application/octet-stream");
            URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            try (Reply reply = http.send(Outbound.post(uri, payload).build())) {
                assertThat(reply.bodyBytes(Local.ALL)).isEqualTo(content);
            }
        } finally {
            server.stop(0);
        }
    }

    @Test
    void request_withoutABody_saysSoWhereOneIsExpected() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
            try (Reply reply =
                    http.send(Outbound.builder("delete", server.uri("/x")).build())) {
                assertThat(reply.status()).isEqualTo(204);
                assertThat(reply.bodyBytes(0)).isEmpty();
            }
            assertThat(server.heads().get(0)).startsWith("DELETE /x ").contains("Content-Length: 0\r\n");
        }
    }

    @Test
    void head_hasNoBodyWhateverItsLengthSays() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\nContent-Encoding: gzip\r\n\r\n")) {
            for (int i = 0; i < 2; i++) {
                try (Reply reply =
                        http.send(Outbound.builder("HEAD", server.uri("/")).build())) {
                    assertThat(reply.bodyBytes(0)).isEmpty();
                }
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void information_beforeTheAnswer_isPassedOver() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 100 Continue\r\n\r\n"
                + "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")) {
            assertThat(Local.read(http, server.uri("/"))).isEqualTo("x");
        }
    }

    @Test
    void body_withoutALength_endsWithTheConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send("HTTP/1.1 200 OK\r\n\r\nall of it");
        })) {
            assertThat(Local.read(http, server.uri("/"))).isEqualTo("all of it");
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void text_isReadInTheCharsetThatIsNamed() throws Exception {
        assertThat(text("text/plain; charset=ISO-8859-1", "\u00e4")).isEqualTo("ä");
        assertThat(text("text/plain; charset=\"utf-8\"", "\u00c3\u00a4")).isEqualTo("ä");
        assertThat(text("text/plain", "\u00c3\u00a4\u00ff")).isEqualTo("ä\ufffd");
        assertThat(text("application/json; charset=ISO-8859-1", "\u00c3\u00a4")).isEqualTo("ä");
        assertThat(Local.failure(() -> text("text/plain; charset=x-none", "a")).failure())
                .isEqualTo(NetFailure.PROTOCOL);
    }

    private String text(String type, String body) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Type: " + type
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)) {
            return Local.read(http, server.uri("/"));
        }
    }

    @Test
    void bodyBytes_overTheirLimit_fail() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")) {
            try (Reply reply = Local.get(http, server.uri("/"))) {
                NetException failure = Local.failure(() -> reply.bodyBytes(2));
                assertThat(failure.failure()).isEqualTo(NetFailure.TOO_LARGE);
                assertThat(failure.delivery()).isEqualTo(Delivery.ANSWERED);
            }
            try (Reply reply = Local.get(http, server.uri("/"))) {
                assertThat(reply.bodyBytes(3)).hasSize(3);
            }
        }
    }

    @Test
    void retryAfter_isOfTheAnswerAndOfWhatFailsAfterIt() throws Exception {
        ManualClock clock = ManualClock.create();
        try (GuardedHttp timed = Local.builder().clock(clock).build();
                ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readHead();
                    peer.send("HTTP/1.1 503 Busy\r\n"
                            + "Retry-After: Tue, 01 Jan 2030 00:00:07 GMT\r\n"
                            + "Content-Length: 9\r\n\r\n"
                            + "x");
                })) {
            try (Reply reply = Local.get(timed, server.uri("/"))) {
                assertThat(reply.retryAfter()).contains(Duration.ofSeconds(7));
                NetException cut = Local.failure(() -> reply.text(100));
                assertThat(cut.retryAfter()).contains(Duration.ofSeconds(7));
                assertThat(cut.status()).hasValue(503);
                assertThat(cut.outcomeKnown()).isTrue();
            }
        }
    }

    @Test
    void payload_thatCantBeOpened_isNotSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            Payload unreadable = Payload.of(
                    () -> {
                        throw new IOException("disk");
                    },
                    3,
                    "text/plain");
            NetException failure = Local.failure(
                    () -> http.send(Outbound.post(server.uri("/"), unreadable).build()));
            assertThat(failure.failure()).isEqualTo(NetFailure.PAYLOAD_FAILED);
            assertThat(failure.delivery()).isEqualTo(Delivery.NOT_SENT);
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void payload_thatIsShorterOrLongerThanItSays_neverLooksWhole() throws Exception {
        for (long length : List.of(Payload.UNKNOWN_LENGTH, 10L, 3L)) {
            try (ScriptedServer server = ScriptedServer.start(peer -> {
                peer.readHead();
                byte[] got = peer.readToEnd();
                peer.failed(new IOException(new String(got, StandardCharsets.ISO_8859_1)));
            })) {
                Payload broken = Payload.of(() -> new BreakingStream("12345", length < 0), length, "text/plain");
                NetException failure = Local.failure(
                        () -> http.send(Outbound.post(server.uri("/"), broken).build()));
                assertThat(failure.failure()).isEqualTo(NetFailure.PAYLOAD_FAILED);
                assertThat(failure.delivery()).isEqualTo(Delivery.IN_DOUBT);
                assertThat(failure.outcomeKnown()).isFalse();
                for (Peer peer : server.peers()) {
                    assertThat(peer.awaitGone()).isTrue();
                }
                assertThat(server.peers().stream().map(peer -> String.valueOf(peer.failure())))
                        .noneMatch(got -> got.contains("0\r\n\r\n"));
            }
        }
    }

    @Test
    void reply_withAnOpenBody_hasNoEvents() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                Reply reply = Local.get(http, server.uri("/"))) {
            reply.body();
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(reply::events);
        }
    }

    @Test
    void clientThatIsClosed_sendsNothing() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            http.close();
            http.close();
            NetException failure = Local.failure(http, server.uri("/"));
            assertThat(failure.failure()).isEqualTo(NetFailure.CLOSED);
            assertThat(failure.delivery()).isEqualTo(Delivery.NOT_SENT);
            assertThat(server.connections()).isZero();
        }
    }
}
