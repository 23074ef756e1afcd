package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What other clients do by themselves, or because the environment says so, and this one doesn't. */
final class DefaultsOffTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final GuardedHttp http = Local.client();

    @AfterEach
    void close() {
        http.close();
    }

    @Test
    void cookies_areNotKept() throws Exception {
        CookieHandler before = CookieHandler.getDefault();
        CookieHandler.setDefault(new CookieManager());
        try (ScriptedServer server =
                ScriptedServer.answering("HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 2\r\n\r\nok")) {
            Local.read(http, server.uri("/"));
            Local.read(http, server.uri("/"));
            assertThat(server.heads()).hasSize(2).noneMatch(head -> head.contains("Cookie"));
        } finally {
            CookieHandler.setDefault(before);
        }
    }

    @Test
    void credentials_areNotAskedFor() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Authenticator.setDefault(new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                asked.incrementAndGet();
                return new PasswordAuthentication("u", new char[] {'p'});
            }
        });
        try (ScriptedServer server = ScriptedServer.answering(
                "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n")) {
            try (Reply reply = Local.get(http, server.uri("/"))) {
                assertThat(reply.status()).isEqualTo(401);
                assertThat(reply.headers().all("www-authenticate")).containsExactly("Basic realm=\"x\"");
            }
            assertThat(server.heads()).hasSize(1);
            assertThat(asked).hasValue(0);
        } finally {
            Authenticator.setDefault(null);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "socks"})
    void proxies_ofTheEnvironment_areNotUsed(String kind) throws Exception {
        Map<String, String> proxies = kind.equals("http")
                ? Map.of("http.proxyHost", "127.0.0.1", "http.proxyPort", "1", "http.nonProxyHosts", "")
                : Map.of("socksProxyHost", "127.0.0.1", "socksProxyPort", "1", "socksNonProxyHosts", "");
        ProxySelector before = ProxySelector.getDefault();
        AtomicInteger asked = new AtomicInteger();
        proxies.forEach(System::setProperty);
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<java.net.Proxy> select(URI uri) {
                asked.incrementAndGet();
                return before.select(uri);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {
                asked.incrementAndGet();
            }
        });
        try (ScriptedServer server = ScriptedServer.answering(OK)) {
            assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
            assertThat(asked).hasValue(0);
        } finally {
            ProxySelector.setDefault(before);
            proxies.keySet().forEach(System::clearProperty);
        }
    }

    @Test
    void userAgent_ofTheEnvironment_isNotUsed() throws Exception {
        System.setProperty("http.agent", "secret");
        try (ScriptedServer server = ScriptedServer.answering(OK);
                GuardedHttp fresh = Local.builder().userAgent("mine").build()) {
            Local.read(fresh, server.uri("/"));
            assertThat(server.heads().get(0)).contains("User-Agent: mine\r\n").doesNotContain("secret");
        } finally {
            System.clearProperty("http.agent");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"})
    void failures_areNotRetried(String answer) throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send(answer);
        })) {
            try (Reply reply = Local.get(http, server.uri("/"))) {
                assertThat(reply.status()).isEqualTo(503);
            } catch (NetException e) {
                assertThat(e.delivery()).isEqualTo(Delivery.IN_DOUBT);
            }
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void upgradeOrContinue_isNotAskedFor() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.readBytes(1);
            peer.send(OK);
        })) {
            http.send(Outbound.post(server.uri("/"), Payload.of("x", "text/plain"))
                            .build())
                    .close();
            assertThat(server.heads().get(0)).doesNotContain("Upgrade", "Expect", "Connection", "HTTP2-Settings");
        }
    }
}
