package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RedirectsTest {

    private static final Redirects ALL = new Redirects(5, true, true);

    private final GuardedHttp http = Local.client();
    private ScriptedServer elsewhere;

    @BeforeEach
    void start() throws Exception {
        elsewhere = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nelsewhere");
    }

    @AfterEach
    void stop() throws Exception {
        http.close();
        elsewhere.close();
    }

    /** Redirects everything but {@code /end} with a status to a place, and answers there with the body that came. */
    private static ScriptedServer redirecting(int status, String location) throws Exception {
        return ScriptedServer.start(peer -> {
            for (String head = peer.readHead(); head != null; head = peer.readHead()) {
                String body = head.contains("Content-Length: 4") ? text(peer.readBytes(4)) : "";
                if (head.contains(" /end")) {
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                } else {
                    peer.send("HTTP/1.1 " + status + " Moved\r\nLocation: " + location
                            + "\r\nContent-Length: 5\r\n\r\nmoved");
                }
            }
        });
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void get_insideItsOrigin_isFollowedWithItsHeaders(int status) throws Exception {
        try (ScriptedServer server = redirecting(status, "../end?x=1#y")) {
            Outbound request = Outbound.get(server.uri("/a/b?q=secret"))
                    .header("Authorization", "Bearer t")
                    .build();
            try (Reply reply = http.send(request)) {
                assertThat(reply.status()).isEqualTo(200);
                assertThat(reply.uri()).isEqualTo(server.uri("/end?x=1#y"));
            }
            assertThat(server.heads()).hasSize(2);
            assertThat(server.heads().get(1))
                    .startsWith("GET /end?x=1 HTTP/1.1\r\n")
                    .contains("Authorization: Bearer t\r\n");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{0} with {1} stays there: {2}")
    @CsvSource({"POST, 301", "POST, 302", "POST, 303", "POST, 307", "PUT, 308", "DELETE, 302"})
    void unsafeMethod_byDefault_isNotFollowed(String method, int status) throws Exception {
        try (ScriptedServer server = redirecting(status, "/end")) {
            Outbound request = Outbound.builder(method, server.uri("/"))
                    .payload(Payload.of("body", "text/plain"))
                    .build();
            try (Reply reply = http.send(request)) {
                assertThat(reply.status()).isEqualTo(status);
                assertThat(reply.headers().first("Location")).contains("/end");
                assertThat(reply.text(10)).isEqualTo("moved");
            }
            assertThat(server.heads()).hasSize(1);
        }
    }

    @ParameterizedTest(name = "{0} with {1} becomes {2}")
    @CsvSource({
        "POST, 303, GET, ''",
        "PUT, 303, GET, ''",
        "POST, 307, POST, body",
        "PUT, 308, PUT, body",
        "POST, 301, , ",
        "POST, 302, , "
    })
    void unsafeMethod_whenItIsAllowed_isFollowedByTheRules(String method, int status, String becomes, String body)
            throws Exception {
        try (ScriptedServer server = redirecting(status, "/end")) {
            Outbound request = Outbound.builder(method, server.uri("/"))
                    .payload(Payload.of("body", "text/plain"))
                    .redirects(new Redirects(5, false, true))
                    .build();
            try (Reply reply = http.send(request)) {
                assertThat(reply.status()).isEqualTo(becomes == null ? status : 200);
                assertThat(reply.text(10)).isEqualTo(becomes == null ? "moved" : body);
            }
            assertThat(server.heads()).hasSize(becomes == null ? 1 : 2);
            if (becomes != null) {
                assertThat(server.heads().get(1)).startsWith(becomes + " /end ");
            }
        }
    }

    @Test
    void origin_isNotLeftByDefault() throws Exception {
        try (ScriptedServer server = redirecting(302, elsewhere.uri("/").toString())) {
            try (Reply reply = Local.get(http, server.uri("/"))) {
                assertThat(reply.status()).isEqualTo(302);
            }
            assertThat(elsewhere.connections()).isZero();
        }
    }

    @Test
    void headers_thatCouldBeSecret_neverCrossAnOrigin() throws Exception {
        try (ScriptedServer server = redirecting(302, elsewhere.uri("/").toString())) {
            Outbound request = Outbound.get(server.uri("/"))
                    .header("Authorization", "secret")
                    .header("Cookie", "secret")
                    .header("X-Api-Key", "secret")
                    .header("Mcp-Session-Id", "secret")
                    .header("Accept", "text/plain")
                    .redirects(ALL)
                    .build();
            try (Reply reply = http.send(request)) {
                assertThat(reply.text(20)).isEqualTo("elsewhere");
            }
            assertThat(elsewhere.heads().get(0)).doesNotContain("secret").contains("Accept: text/plain\r\n");
        }
    }

    @Test
    void body_neverCrossesAnOrigin() throws Exception {
        try (ScriptedServer server = redirecting(307, elsewhere.uri("/").toString())) {
            Outbound request = Outbound.post(server.uri("/"), Payload.of("body", "text/plain"))
                    .redirects(ALL)
                    .build();
            try (Reply reply = http.send(request)) {
                assertThat(reply.status()).isEqualTo(307);
            }
            assertThat(elsewhere.connections()).isZero();
        }
    }

    @Test
    void https_isNeverLeftForHttp() {
        Outbound request =
                Outbound.get(URI.create("https://a.example/")).redirects(ALL).build();
        assertThat(Redirecting.leavesTls(
                        request, Outbound.get(URI.create("http://a.example/")).build()))
                .isTrue();
        assertThat(Redirecting.leavesTls(
                        request, Outbound.get(URI.create("https://b.example/")).build()))
                .isFalse();
    }

    @Test
    void redirects_withoutAnEnd_areTooMany() throws Exception {
        try (ScriptedServer server = redirecting(302, "/again")) {
            NetException failure = Local.failure(http, server.uri("/"));
            assertThat(failure.failure()).isEqualTo(NetFailure.TOO_MANY_REDIRECTS);
            assertThat(failure.delivery()).isEqualTo(Delivery.ANSWERED);
            assertThat(server.heads()).hasSize(6);
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void redirects_whenNoneIsFollowed_areAnswers() throws Exception {
        try (ScriptedServer server = redirecting(302, "/end")) {
            Outbound request =
                    Outbound.get(server.uri("/")).redirects(Redirects.NONE).build();
            try (Reply reply = http.send(request)) {
                assertThat(reply.status()).isEqualTo(302);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://user@127.0.0.1/", "ftp://127.0.0.1/", "http://2130706433/", "http://[::1", "http:"})
    void location_thatIsNoTarget_isAFaultOfTheAnswer(String location) throws Exception {
        try (ScriptedServer server = redirecting(302, location)) {
            NetException failure = Local.failure(
                    () -> http.send(Outbound.get(server.uri("/")).redirects(ALL).build()));
            assertThat(failure.failure()).isEqualTo(NetFailure.PROTOCOL);
            assertThat(failure.delivery()).isEqualTo(Delivery.ANSWERED);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 304, 305, 399})
    void status_thatIsNoRedirect_isAnAnswer(int status) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(
                "HTTP/1.1 " + status + " X\r\nLocation: /end\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")) {
            try (Reply reply = Local.get(http, server.uri("/"))) {
                assertThat(reply.status()).isEqualTo(status);
            }
        }
    }

    @Test
    void redirect_withALargeBody_isFollowedWithoutReadingIt() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            if (peer.readHead().contains(" /end")) {
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            } else {
                peer.send("HTTP/1.1 302 Found\r\nLocation: /end\r\n\r\n");
                peer.sendForEver("x".repeat(1000), 0);
            }
        })) {
            assertThat(Local.read(http, server.uri("/"))).isEqualTo("ok");
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void hops_areBounded() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Redirects(21, false, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new Redirects(-1, false, false));
    }
}
