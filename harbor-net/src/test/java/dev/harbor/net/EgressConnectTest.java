package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the policy refuses is refused before a byte leaves: a server that listens where it would go sees nobody. */
final class EgressConnectTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";

    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = ScriptedServer.answering(OK);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.0.0.1.",
                "localhost",
                "LocalHost.",
                "[::1]",
                "[::ffff:127.0.0.1]",
                "[::127.0.0.1]",
                "[64:ff9b::7f00:1]",
                "[2002:7f00:1::]",
                "[::]",
                "0.0.0.0",
                "１２７.０.０.１",
                "①②⑦.⓪.⓪.①"
            })
    void loopback_inAnySpelling_isRefusedWithoutAConnection(String host) {
        try (GuardedHttp http = GuardedHttp.builder().timeouts(Local.PATIENT).build()) {
            for (String scheme : List.of("http", "https")) {
                NetException refused =
                        Local.failure(http, URI.create(scheme + "://" + host + ":" + server.port() + "/"));
                assertThat(refused.failure()).isEqualTo(NetFailure.EGRESS_REFUSED);
                assertThat(refused.delivery()).isEqualTo(Delivery.NOT_SENT);
                assertThat(refused.outcomeKnown()).isTrue();
            }
        }
        assertThat(server.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0x7f.1", "017700000001"})
    void loopback_inAnOddSpelling_isNoAddress(String host) {
        URI uri = URI.create("http://" + host + ":" + server.port() + "/");
        assertThatIllegalArgumentException().isThrownBy(() -> Outbound.get(uri).build());
    }

    @Test
    void cloudMetadata_isRefusedWhateverIsAllowed() {
        EgressPolicy open = EgressPolicy.builder()
                .allowLoopback()
                .allowPlainHttp()
                .allowNetwork("169.254.0.0/16")
                .build();
        try (GuardedHttp http = GuardedHttp.builder().egress(open).build()) {
            NetException refused = Local.failure(http, URI.create("http://169.254.169.254/latest/meta-data/"));
            assertThat(refused.failure()).isEqualTo(NetFailure.EGRESS_REFUSED);
            assertThat(refused).hasMessageNotContaining("meta-data/?");
        }
    }

    @Test
    void name_thatResolvesInwards_isRefused() {
        try (GuardedHttp http = client(host -> List.of(address("127.0.0.1")), EgressPolicy.strict())) {
            NetException refused = Local.failure(http, named("evil.example"));
            assertThat(refused.failure()).isEqualTo(NetFailure.EGRESS_REFUSED);
            assertThat(refused).hasMessageNotContaining("127.0.0.1").hasMessageContaining("loopback");
        }
        assertThat(server.connections()).isZero();
    }

    @Test
    void name_thatResolvesOutwardsAndInwards_isRefusedWhole() {
        HostResolver both = host -> List.of(address("127.0.0.1"), address("10.0.0.1"));
        try (GuardedHttp http = client(both, Local.LOOPBACK)) {
            assertThat(Local.failure(http, named("evil.example")).failure()).isEqualTo(NetFailure.EGRESS_REFUSED);
        }
        assertThat(server.connections()).isZero();
    }

    @Test
    void name_thatIsRebound_isCheckedAtEveryConnection() {
        Deque<String> answers = new ArrayDeque<>(List.of("127.0.0.1", "10.0.0.1"));
        AtomicInteger asked = new AtomicInteger();
        HostResolver rebinding = host -> {
            asked.incrementAndGet();
            return List.of(address(answers.remove()));
        };
        try (GuardedHttp http = client(rebinding, Local.LOOPBACK)) {
            assertThat(Local.read(http, named("evil.example"))).isEqualTo("ok");
            assertThat(asked).hasValue(1);
            NetException refused = Local.failure(http, named("evil.example"));
            assertThat(refused.failure()).isEqualTo(NetFailure.EGRESS_REFUSED);
            assertThat(asked).hasValue(2);
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void name_isResolvedOnceAndConnectedToWhatWasChecked() {
        AtomicInteger asked = new AtomicInteger();
        HostResolver once = host -> List.of(address(asked.getAndIncrement() == 0 ? "127.0.0.1" : "10.0.0.1"));
        try (GuardedHttp http = client(once, Local.LOOPBACK)) {
            assertThat(Local.read(http, named("fine.example"))).isEqualTo("ok");
        }
        assertThat(asked).hasValue(1);
        assertThat(server.heads().get(0)).contains("Host: fine.example:" + server.port() + "\r\n");
    }

    @Test
    void redirect_thatLeadsInwards_isRefused() throws Exception {
        try (ScriptedServer first = ScriptedServer.answering("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: "
                        + "https://internal.example:" + server.port() + "/\r\n\r\n");
                GuardedHttp http = GuardedHttp.builder()
                        .egress(EgressPolicy.builder()
                                .allowNetwork("127.0.0.1/32")
                                .allowPlainHttp()
                                .build())
                        .redirects(new Redirects(5, true, false))
                        .resolver(host -> List.of(address("127.0.0.2")))
                        .build()) {
            NetException refused = Local.failure(http, first.uri("/"));
            assertThat(refused.failure()).isEqualTo(NetFailure.EGRESS_REFUSED);
        }
        assertThat(server.connections()).isZero();
    }

    @Test
    void hostOrPort_thatIsNotListed_isRefusedUnresolved() {
        EgressPolicy listed = EgressPolicy.builder()
                .allowLoopback()
                .allowHost("a.example")
                .allowPort(1)
                .build();
        HostResolver nobody = host -> {
            throw new AssertionError("nobody asks");
        };
        try (GuardedHttp http = client(nobody, listed)) {
            assertThat(Local.failure(http, URI.create("http://b.example:1/")).failure())
                    .isEqualTo(NetFailure.EGRESS_REFUSED);
            assertThat(Local.failure(http, URI.create("http://a.example:2/")).failure())
                    .isEqualTo(NetFailure.EGRESS_REFUSED);
        }
    }

    @Test
    void name_thatDoesNotResolve_saysSo() {
        HostResolver none = host -> {
            throw new UnknownHostException(host);
        };
        for (HostResolver resolver : List.of(none, (HostResolver) host -> List.of(), (HostResolver) host -> {
            throw new IllegalStateException("broken");
        })) {
            try (GuardedHttp http = client(resolver, Local.LOOPBACK)) {
                NetException failure = Local.failure(http, named("nowhere.example"));
                assertThat(failure.failure()).isEqualTo(NetFailure.UNRESOLVED);
                assertThat(failure.delivery()).isEqualTo(Delivery.NOT_SENT);
                Local.awaitNoConnection(http);
            }
        }
    }

    @Test
    void address_thatRefusesConnections_isFollowedByTheNext() throws Exception {
        try (GuardedHttp http = client(host -> List.of(address("127.0.0.2"), address("127.0.0.1")), Local.LOOPBACK)) {
            assertThat(Local.read(http, named("two.example"))).isEqualTo("ok");
        }
    }

    private static GuardedHttp client(HostResolver resolver, EgressPolicy egress) {
        return GuardedHttp.builder()
                .egress(egress)
                .resolver(resolver)
                .timeouts(Local.PATIENT)
                .build();
    }

    private URI named(String host) {
        return URI.create("http://" + host + ":" + server.port() + "/x");
    }

    private static InetAddress address(String literal) {
        return Literal.parse(literal).orElseThrow();
    }
}
