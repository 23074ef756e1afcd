package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BrokenAnswersTest {

    private static final String HEAD = "HTTP/1.1 200 OK\r\n";

    private final GuardedHttp http = Local.client();

    @AfterEach
    void close() {
        Local.awaitNoConnection(http);
        http.close();
    }

    @Test
    void connection_thatIsRefused_isNotSent() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        NetException failure = Local.failure(http, URI.create("http://127.0.0.1:" + port + "/"));
        assertThat(failure.failure()).isEqualTo(NetFailure.CONNECT_FAILED);
        assertThat(failure.delivery()).isEqualTo(Delivery.NOT_SENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "HTTP/1.1 2",
                "HTTP/1.1 200 OK",
                "HTTP/1.1 200 OK\r\nX: y\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
            })
    void head_thatIsCut_leavesTheRequestInDoubt(String head) throws Exception {
        NetException failure = failure(head);
        assertThat(failure.delivery()).isEqualTo(Delivery.IN_DOUBT);
        assertThat(failure.failure()).isIn(NetFailure.BROKEN, NetFailure.PROTOCOL);
        assertThat(failure.outcomeKnown()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "garbage\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 99 OK\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
                "HTTP/2.0 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "SSH-2.0-OpenSSH_9.0\r\n",
                "{\"jsonrpc\":\"2.0\"}\r\n"
            })
    void head_thatIsNone_isNoAnswer(String head) throws Exception {
        NetException failure = failure(head);
        assertThat(failure.failure()).isEqualTo(NetFailure.PROTOCOL);
        assertThat(failure.delivery()).isEqualTo(Delivery.IN_DOUBT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: x\r\n\r\n",
                "Content-Length: -1\r\n\r\n",
                "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "Content-Length: 99999999999999999999\r\n\r\n",
                "Transfer-Encoding: gzip\r\n\r\n",
                "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
                "Content-Encoding: br\r\n\r\nx",
                "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n\r\nx"
            })
    void framingOrCoding_thatIsNotUnderstood_isRefused(String rest) throws Exception {
        NetException failure = failure(HEAD + rest);
        assertThat(failure.failure()).isEqualTo(NetFailure.PROTOCOL);
        assertThat(failure.delivery()).isEqualTo(Delivery.ANSWERED);
        assertThat(failure.status()).hasValue(200);
    }

    @ParameterizedTest
    @CsvSource({
        "'Content-Length: 5\r\n\r\nabc', BROKEN",
        "'Transfer-Encoding: chunked\r\n\r\n5\r\nabc', BROKEN",
        "'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', BROKEN",
        "'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n', ''",
        "'Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n', PROTOCOL",
        "'Transfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n', PROTOCOL",
        "'Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n', PROTOCOL",
        "'Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc\r\n', PROTOCOL"
    })
    void body_thatIsCutOrGarbage_failsAfterTheAnswer(String rest, String failure) throws Exception {
        if (failure.isEmpty()) {
            try (ScriptedServer server = server(HEAD + rest)) {
                assertThat(Local.read(http, server.uri("/"))).isEqualTo("abc");
            }
            return;
        }
        NetException thrown = failure(HEAD + rest);
        assertThat(thrown.failure()).hasToString(failure);
        assertThat(thrown.delivery()).isEqualTo(Delivery.ANSWERED);
        assertThat(thrown.outcomeKnown()).isFalse();
    }

    @Test
    void chunkSize_withoutAnEnd_isBounded() throws Exception {
        NetException failure = endless(HEAD + "Transfer-Encoding: chunked\r\n\r\n", "0");
        assertThat(failure.failure()).isIn(NetFailure.PROTOCOL, NetFailure.BROKEN, NetFailure.TOO_LARGE);
    }

    @Test
    void trailers_withoutAnEnd_areBounded() throws Exception {
        NetException failure = endless(HEAD + "Transfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n");
        assertThat(failure.failure()).isIn(NetFailure.PROTOCOL, NetFailure.BROKEN, NetFailure.TOO_LARGE);
    }

    @Test
    void head_withoutAnEnd_isBounded() throws Exception {
        for (String endless : List.of("x", "X: y\r\n", "X: " + "y".repeat(1000) + "\r\n", " folded\r\n", "\r\n ")) {
            NetException failure = endless(HEAD, endless);
            assertThat(failure.failure()).as(endless).isIn(NetFailure.TOO_LARGE, NetFailure.PROTOCOL);
        }
        assertThat(endless("", "\r\n").failure()).isEqualTo(NetFailure.TOO_LARGE);
        assertThat(endless("HTTP/1.1 ", "2").failure()).isEqualTo(NetFailure.TOO_LARGE);
        assertThat(endless("", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n").failure())
                .isEqualTo(NetFailure.TOO_LARGE);
    }

    @Test
    void head_overTheLimitsOfARequest_isRefused() throws Exception {
        NetLimits fewFields = NetLimits.standard().head(4096, 2);
        try (ScriptedServer server = server(HEAD + "A: 1\r\nB: 2\r\nContent-Length: 0\r\n\r\n")) {
            NetException failure = Local.failure(() ->
                    http.send(Outbound.get(server.uri("/")).limits(fewFields).build()));
            assertThat(failure.failure()).isEqualTo(NetFailure.TOO_LARGE);
            assertThat(failure.delivery()).isEqualTo(Delivery.ANSWERED);
        }
        NetLimits fewBytes = NetLimits.standard().head(1024, 200);
        try (ScriptedServer server = server(HEAD + ("A: " + "x".repeat(100) + "\r\n").repeat(150) + "\r\n")) {
            NetException failure = Local.failure(() ->
                    http.send(Outbound.get(server.uri("/")).limits(fewBytes).build()));
            assertThat(failure.failure()).isEqualTo(NetFailure.TOO_LARGE);
        }
    }

    @Test
    void body_withoutAnEnd_isBounded() throws Exception {
        NetLimits small = NetLimits.standard().body(100_000);
        for (String head : List.of(HEAD + "\r\n", HEAD + "Content-Length: 9999999999\r\n\r\n")) {
            try (ScriptedServer server = ScriptedServer.start(peer -> {
                peer.readHead();
                peer.send(head);
                peer.sendForEver("x".repeat(1000), 0);
            })) {
                try (Reply reply =
                        http.send(Outbound.get(server.uri("/")).limits(small).build())) {
                    NetException failure = Local.failure(() -> reply.body().readAllBytes());
                    assertThat(failure.failure()).isEqualTo(NetFailure.TOO_LARGE);
                    assertThat(failure).hasMessageContaining("100000");
                }
                assertThat(server.peers().get(0).awaitGone()).isTrue();
            }
        }
    }

    private NetException endless(String head, String more) throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send(head);
            peer.sendForEver(more, 0);
        })) {
            return Local.failure(http, server.uri("/"));
        }
    }

    private NetException failure(String answer) throws Exception {
        try (ScriptedServer server = server(answer)) {
            return Local.failure(http, server.uri("/"));
        }
    }

    private static ScriptedServer server(String answer) throws Exception {
        return ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send(answer);
        });
    }
}
