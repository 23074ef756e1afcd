package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProxyTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @TempDir
    Path folder;

    private static GuardedHttp.Builder through(ScriptedServer proxy) {
        return GuardedHttp.builder()
                .timeouts(Local.PATIENT)
                .resolver(host -> {
                    throw new AssertionError("only the proxy resolves");
                })
                .proxy(HttpProxy.of("127.0.0.1", proxy.port()).basic("ann", "pässword"));
    }

    /** Lets whoever asks through to one port. */
    private static ScriptedServer tunnel(int port) throws Exception {
        return ScriptedServer.start(peer -> {
            peer.readHead();
            try (Socket there = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
                peer.send("HTTP/1.1 200 Connection established\r\n\r\n");
                Thread back = new Thread(() -> copy(there, peer));
                back.setDaemon(true);
                back.start();
                peer.copyTo(there.getOutputStream());
            }
        });
    }

    private static void copy(Socket from, Peer to) {
        byte[] buffer = new byte[4096];
        try (InputStream in = from.getInputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                to.send(Arrays.copyOf(buffer, n));
            }
        } catch (IOException e) {
            to.failed(e);
        }
    }

    @Test
    void http_isRelayedWithItsWholeAddress() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.answering(OK);
                GuardedHttp http = through(proxy)
                        .egress(EgressPolicy.builder().allowPlainHttp().build())
                        .build()) {
            assertThat(Local.read(http, URI.create("http://example.org/a?b=c"))).isEqualTo("ok");
            assertThat(proxy.heads().get(0))
                    .startsWith("GET http://example.org/a?b=c HTTP/1.1\r\nHost: example.org\r\n")
                    .contains("Proxy-Authorization: Basic YW5uOnDDpHNzd29yZA==\r\n");
        }
    }

    @Test
    void https_goesThroughATunnelAndItsHeadersToTheTargetAlone() throws Exception {
        Certificates certificates = Certificates.make(folder, "dns:good.example");
        try (ScriptedServer server = ScriptedServer.start(certificates.listen(), peer -> {
                    while (peer.readHead() != null) {
                        peer.send(OK);
                    }
                });
                ScriptedServer proxy = tunnel(server.port());
                GuardedHttp http = through(proxy).tls(certificates.trusting()).build()) {
            Outbound request = Outbound.get(URI.create("https://good.example/a?secret"))
                    .header("Authorization", "secret")
                    .build();
            for (int i = 0; i < 2; i++) {
                try (Reply reply = http.send(request)) {
                    assertThat(reply.text(10)).isEqualTo("ok");
                }
            }
            assertThat(proxy.heads())
                    .containsExactly("CONNECT good.example:443 HTTP/1.1\r\nHost: good.example:443\r\n"
                            + "Proxy-Authorization: Basic YW5uOnDDpHNzd29yZA==\r\n\r\n");
            assertThat(server.heads()).hasSize(2).noneMatch(head -> head.contains("Proxy-"));
            assertThat(server.heads().get(0)).startsWith("GET /a?secret ").contains("Authorization: secret");
        }
    }

    @Test
    void tunnel_thatTheProxyRefuses_isNotSent() throws Exception {
        for (String answer : List.of(
                "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nbad",
                "garbage\r\n\r\n",
                "")) {
            try (ScriptedServer proxy = ScriptedServer.start(peer -> {
                        peer.readHead();
                        peer.send(answer);
                    });
                    GuardedHttp http = through(proxy).build()) {
                NetException failure = Local.failure(http, URI.create("https://example.org/"));
                assertThat(failure.failure()).as(answer).isEqualTo(NetFailure.PROXY_REFUSED);
                assertThat(failure.delivery()).isEqualTo(Delivery.NOT_SENT);
                assertThat(proxy.heads()).hasSize(1);
                Local.awaitNoConnection(http);
            }
        }
    }

    @Test
    void target_thatIsRefused_isNotAskedOfTheProxy() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.answering(OK);
                GuardedHttp http = through(proxy).build()) {
            for (String uri : List.of(
                    "https://127.0.0.1/",
                    "https://10.0.0.1/",
                    "https://[::ffff:169.254.169.254]/",
                    "https://localhost/",
                    "https://metadata.google.internal/",
                    "http://example.org/",
                    "http://8.8.8.8/")) {
                NetException failure = Local.failure(http, URI.create(uri));
                assertThat(failure.failure()).as(uri).isEqualTo(NetFailure.EGRESS_REFUSED);
            }
            assertThat(proxy.connections()).isZero();
        }
    }

    @Test
    void proxy_mayHaveAName() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(OK);
                GuardedHttp http = GuardedHttp.builder()
                        .egress(EgressPolicy.builder().allowPlainHttp().build())
                        .resolver(host -> List.of(Literal.parse("127.0.0.1").orElseThrow()))
                        .proxy(HttpProxy.of("proxy.internal", server.port()))
                        .build()) {
            assertThat(Local.read(http, URI.create("http://example.org/"))).isEqualTo("ok");
            assertThat(server.heads().get(0)).doesNotContain("Proxy-Authorization");
        }
    }

    @Test
    void proxy_isCheckedWhenItIsNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> HttpProxy.of("p", 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpProxy.of("p", 1).basic("a:b", "secret"))
                .withMessageNotContaining("secret");
    }
}
