package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @TempDir
    static Path folder;

    private static Certificates certificates;

    @BeforeAll
    static void make() throws Exception {
        certificates = Certificates.make(folder, "dns:localhost,dns:good.example");
    }

    private static ScriptedServer serve(String... protocols) throws Exception {
        return ScriptedServer.start(certificates.listen(protocols), peer -> {
            while (peer.readHead() != null) {
                peer.send(OK);
            }
        });
    }

    private static GuardedHttp client(SSLContext context) {
        return Local.builder()
                .tls(context)
                .resolver(host -> List.of(Literal.parse("127.0.0.1").orElseThrow()))
                .build();
    }

    @Test
    void host_withATrustedCertificate_isTalkedTo() throws Exception {
        try (ScriptedServer server = serve();
                GuardedHttp http = client(certificates.trusting())) {
            assertThat(Local.read(http, server.secureUri("/"))).isEqualTo("ok");
            assertThat(Local.read(http, server.secureUri("/"))).isEqualTo("ok");
            assertThat(server.connections()).isEqualTo(1);
            assertThat(server.heads().get(0)).contains("Host: localhost:" + server.port() + "\r\n");
        }
    }

    @Test
    void certificate_ofAnotherHost_isRefusedUnsent() throws Exception {
        try (ScriptedServer server = serve();
                GuardedHttp http = client(certificates.trusting())) {
            assertTlsFailed(http, URI.create("https://evil.example:" + server.port() + "/"));
            assertTlsFailed(http, URI.create("https://127.0.0.1:" + server.port() + "/"));
            assertThat(server.heads()).isEmpty();
        }
    }

    @Test
    void certificate_ofAnotherHost_isRefusedEvenByWhoeverTrustsAll() throws Exception {
        SSLContext all = SSLContext.getInstance("TLS");
        all.init(null, new TrustManager[] {new Trusting()}, null);
        try (ScriptedServer server = serve();
                GuardedHttp http = client(all)) {
            assertThat(Local.read(http, server.secureUri("/"))).isEqualTo("ok");
            assertTlsFailed(http, URI.create("https://evil.example:" + server.port() + "/"));
        }
    }

    @Test
    void certificate_thatNobodyTrusts_isRefusedUnsent() throws Exception {
        try (ScriptedServer server = serve();
                GuardedHttp http = Local.client()) {
            assertTlsFailed(http, server.secureUri("/"));
            assertThat(server.heads()).isEmpty();
        }
    }

    @Test
    void protocol_thatIsOld_isRefused() throws Exception {
        try (ScriptedServer server = serve("TLSv1.2");
                GuardedHttp modern = Local.builder()
                        .tls(certificates.trusting())
                        .tlsProtocols(List.of("TLSv1.3"))
                        .build();
                GuardedHttp both = client(certificates.trusting())) {
            assertTlsFailed(modern, server.secureUri("/"));
            assertThat(Local.read(both, server.secureUri("/"))).isEqualTo("ok");
        }
    }

    @Test
    void plainServer_isNoTlsServer() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
                    peer.readBytes(5);
                    peer.send("HTTP/1.1 400 Bad Request\r\n\r\n");
                });
                GuardedHttp http = Local.client()) {
            assertTlsFailed(http, server.secureUri("/"));
        }
    }

    private static void assertTlsFailed(GuardedHttp http, URI uri) {
        NetException failure = Local.failure(http, uri);
        assertThat(failure.failure()).isEqualTo(NetFailure.TLS_FAILED);
        assertThat(failure.delivery()).isEqualTo(Delivery.NOT_SENT);
        assertThat(http.openConnections()).isLessThan(2);
    }

    private static final class Trusting implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
