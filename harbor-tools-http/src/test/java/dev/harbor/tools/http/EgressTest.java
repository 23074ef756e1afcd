package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolError;
import dev.harbor.tools.http.Service.Says;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where tools can't be led. */
final class EgressTest {

    private static HttpTool get(String url) {
        return HttpTool.get("t", url).effect(SideEffect.READ).build();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:%d/",
                "https://127.0.0.1:%d/",
                "http://127.8.8.8:%d/",
                "http://localhost:%d/",
                "http://LOCALHOST.:%d/",
                "http://a.localhost:%d/",
                "http://[::1]:%d/",
                "http://[::]:%d/",
                "http://0.0.0.0:%d/",
                "http://[::ffff:127.0.0.1]:%d/",
                "http://[::ffff:7f00:1]:%d/",
                "http://[::127.0.0.1]:%d/",
                "http://[64:ff9b::7f00:1]:%d/",
                "http://[2002:7f00:1::]:%d/",
                "http://[fe80::1]:%d/",
                "http://[fc00::1]:%d/",
                "https://10.0.0.1:%d/",
                "https://172.16.0.1:%d/",
                "https://192.168.0.1:%d/",
                "https://100.64.0.1:%d/",
                "http://169.254.169.254:%d/latest/meta-data/",
                "https://169.254.169.254:%d/latest/meta-data/",
                "https://[::ffff:169.254.169.254]:%d/",
                "https://[fd00:ec2::254]:%d/",
                "https://metadata.google.internal:%d/",
                "http://8.8.8.8:%d/"
            })
    void address_thatIsNotPublic_isRefusedBeforeAByteLeaves(String url) throws Exception {
        try (Service service = Service.saying(Says.json("1"));
                World world = World.of(HttpAccess.create(), get(url.formatted(service.port())))) {
            ToolError error = world.error("t", "{}");

            assertThat(error.code().value()).isEqualTo("NET_EGRESS_REFUSED");
            assertThat(error.outcomeKnown()).isTrue();
            assertThat(service.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://2130706433/",
                "http://0177.0.0.1/",
                "http://0x7f.0.0.1/",
                "http://127.1/",
                "http://a@127.0.0.1/",
                "http://%31%32%37.0.0.1/",
                "http://[::1%25lo]/",
                "file:///etc/passwd",
                "gopher://127.0.0.1/"
            })
    void address_inAnOddSpelling_isNoTool(String url) {
        assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(() -> get(url));
    }

    @Test
    void name_thatResolvesInwards_isRefused() throws Exception {
        HttpAccess access = HttpAccess.builder()
                .allowPlainHttp()
                .resolver(host -> List.of(InetAddress.getByName("127.0.0.1")))
                .build();
        try (Service service = Service.saying(Says.json("1"));
                World world = World.of(access, get("http://good.example:" + service.port() + "/"))) {
            assertThat(world.error("t", "{}").code().value()).isEqualTo("NET_EGRESS_REFUSED");
            assertThat(service.asked()).isEmpty();
        }
    }

    @Test
    void name_thatResolvesWellFirstAndBadlyLater_isRefusedLater() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        HttpAccess access = HttpAccess.builder()
                .allowLoopback()
                .resolver(host ->
                        List.of(InetAddress.getByName(asked.incrementAndGet() == 1 ? "127.0.0.1" : "169.254.169.254")))
                .build();
        try (RawServer server = RawServer.start(peer -> {
                    peer.read();
                    peer.send(
                            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\n1");
                });
                World world = World.of(access, get("http://good.example:" + server.port() + "/"))) {
            assertThat(world.result("t", "{}").asString()).isEqualTo("1");
            assertThat(world.error("t", "{}").code().value()).isEqualTo("NET_EGRESS_REFUSED");
            assertThat(server.connections()).isEqualTo(1);
            assertThat(asked).hasValue(2);
        }
    }

    @Test
    void host_thatIsNotListed_isRefused() throws Exception {
        HttpAccess access =
                HttpAccess.builder().allowLoopback().allowHost("shop.example").build();
        try (Service service = Service.saying(Says.json("1"));
                World world = World.of(access, get(service.url("/")))) {
            assertThat(world.error("t", "{}").code().value()).isEqualTo("NET_EGRESS_REFUSED");
            assertThat(service.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://169.254.169.254/latest", "http://10.0.0.1/", "//127.0.0.2/x", "http://127.0.0.1:1/"})
    void redirect_thatLeadsElsewhere_isNotFollowed(String location) throws Exception {
        try (Service service = Service.saying(Says.status(302).with("Location", location));
                World world = World.of(get(service.url("/")))) {
            assertThat(world.error("t", "{}").code().value()).isEqualTo("HTTP_REDIRECT");
            assertThat(service.asked()).hasSize(1);
        }
    }

    @Test
    void redirect_acrossAnOrigin_takesNoCredentialAlong() throws Exception {
        try (Service other = Service.saying(Says.json("1"));
                Service service = Service.saying(Says.status(307).with("Location", other.url("/x")));
                World world = World.of(get(service.url("/")).toBuilder()
                        .auth(HttpAuth.bearer("TOKEN"), HttpAuth.query("key", "TOKEN"), HttpAuth.cookie("c", "TOKEN"))
                        .build())) {
            ToolError error = world.error("t", "{}");

            assertThat(error.code().value()).isEqualTo("HTTP_REDIRECT");
            assertThat(error.message()).doesNotContain(World.TOKEN);
            assertThat(other.asked()).isEmpty();
        }
    }

    @Test
    void redirect_insideTheOrigin_isFollowed_forReadsOnly() throws Exception {
        try (Service service = Service.answering(asked -> asked.uri().getPath().equals("/old")
                        ? Says.status(307).with("Location", "/new")
                        : Says.json("1"));
                World world = World.of(
                        get(service.url("/old")),
                        HttpTool.post("w", service.url("/old")).build())) {
            assertThat(world.result("t", "{}").toString()).isEqualTo("1");
            assertThat(world.error("w", "{}").code().value()).isEqualTo("HTTP_REDIRECT");
            assertThat(service.asked())
                    .extracting(asked -> asked.method() + asked.target())
                    .containsExactly("GET/old", "GET/new", "POST/old");
        }
    }
}
