package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.CallHandle;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.http.RawServer.Peer;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a call when the other side misbehaves: every wait ends, and what is known is said exactly. */
final class FaultsTest {

    private static final ToolPolicy TWICE = ToolPolicy.builder()
            .maxAttempts(2)
            .backoff(Backoff.NONE)
            .noBreaker()
            .timeout(Duration.ofMinutes(2))
            .build();
    private static final ToolPolicy BRIEF =
            TWICE.toBuilder().timeout(Duration.ofMillis(300)).build();

    private static HttpTool write(String url) {
        return HttpTool.post("t", url).effect(SideEffect.WRITE).policy(TWICE).build();
    }

    private static HttpTool read(String url) {
        return HttpTool.get("t", url).effect(SideEffect.READ).policy(TWICE).build();
    }

    private static void answer(Peer peer, String head, String body) throws Exception {
        peer.send("HTTP/1.1 200 OK\r\n" + head + "\r\n" + body);
    }

    @Test
    void connection_thatIsRefused_isTransient_andNothingWasSent() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = closed.getLocalPort();
        }
        try (World world = World.of(write("http://127.0.0.1:" + port + "/"))) {
            ToolError error = world.error("t", "{}");

            assertThat(error.code()).isEqualTo(ErrorCode.TOOL_UNAVAILABLE);
            assertThat(error.errorClass()).isEqualTo(ErrorClass.TRANSIENT);
            assertThat(error.outcomeKnown()).isTrue();
        }
    }

    @Test
    void write_thatIsSentAndNotAnswered_isUnknown_andSentOnce() throws Exception {
        try (RawServer server = RawServer.start(Peer::read);
                World world = World.of(write(server.url("/")))) {
            ToolOutcome<Json> outcome = world.call("t", "{\"a\":1}");

            assertThat(outcome).isInstanceOf(ToolOutcome.Unknown.class);
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void read_thatIsSentAndNotAnswered_isTriedAgain() throws Exception {
        AtomicInteger count = new AtomicInteger();
        try (RawServer server = RawServer.start(peer -> {
                    if (peer.read() && count.incrementAndGet() > 1) {
                        answer(peer, "Content-Type: application/json\r\nContent-Length: 1\r\n", "1");
                    }
                });
                World world = World.of(read(server.url("/")))) {
            assertThat(world.result("t", "{}").toString()).isEqualTo("1");
            assertThat(server.heads()).hasSize(2);
        }
    }

    @Test
    void write_thatIsIdempotent_isTriedAgain_withOneKey() throws Exception {
        AtomicInteger count = new AtomicInteger();
        try (RawServer server = RawServer.start(peer -> {
                    if (peer.read() && count.incrementAndGet() > 1) {
                        answer(peer, "Content-Type: application/json\r\nContent-Length: 1\r\n", "1");
                    }
                });
                World world = World.of(HttpTool.post("t", server.url("/"))
                        .effect(SideEffect.WRITE)
                        .idempotent()
                        .policy(TWICE)
                        .build())) {
            world.result("t", "{}");

            assertThat(server.heads())
                    .hasSize(2)
                    .extracting(FaultsTest::key)
                    .doesNotContain("")
                    .containsOnly(key(server.heads().get(0)));
        }
    }

    private static String key(String head) {
        return head.lines()
                .filter(line -> line.startsWith("Idempotency-Key:"))
                .findFirst()
                .orElse("");
    }

    @Test
    void write_whoseAnswerBreaksOff_isUnknown() throws Exception {
        try (RawServer server = RawServer.start(peer -> {
                    peer.read();
                    answer(peer, "Content-Type: application/json\r\nContent-Length: 100\r\n", "{\"a\":");
                });
                World world = World.of(write(server.url("/")))) {
            assertThat(world.call("t", "{}")).isInstanceOf(ToolOutcome.Unknown.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 20",
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n",
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"a\":",
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\ndata: 2",
                "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n"
            })
    void silence_atAnyPoint_endsWithTheAttempt_andTheWriteIsNotSentAgain(String said) throws Exception {
        try (RawServer server = RawServer.start(peer -> {
                    peer.read();
                    peer.send(said);
                    peer.awaitEnd();
                });
                World world = World.of(
                        write(server.url("/")).toBuilder().policy(BRIEF).build())) {
            ToolOutcome<Json> outcome = world.call("t", "{}");

            assertThat(outcome).isInstanceOf(ToolOutcome.Unknown.class);
            assertThat(World.error(outcome).code()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
            assertThat(server.awaitGone()).isTrue();
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void silence_onTheCallersThread_endsWithTheAttempt() throws Exception {
        ToolPolicy here = BRIEF.toBuilder().isolation(Isolation.CALLER).build();
        try (RawServer server = RawServer.start(peer -> {
                    peer.read();
                    peer.awaitEnd();
                });
                World world =
                        World.of(write(server.url("/")).toBuilder().policy(here).build())) {
            assertThat(World.error(world.call("t", "{}")).code()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
            assertThat(server.awaitGone()).isTrue();
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void body_thatDripsIn_endsWithTheAttempt() throws Exception {
        try (RawServer server = RawServer.start(peer -> {
                    peer.read();
                    answer(peer, "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n", "");
                    while (true) {
                        peer.send("1\r\n \r\n");
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                    }
                });
                World world = World.of(read(server.url("/")).toBuilder()
                        .policy(BRIEF.toBuilder().noRetry().build())
                        .build())) {
            assertThat(world.error("t", "{}").code()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
            assertThat(server.awaitGone()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpAnswer.Kind.class,
            names = {"JSON", "TEXT", "EVENTS", "ARTIFACT", "AUTO"})
    void body_withoutAnEnd_isCutOff(HttpAnswer.Kind kind) throws Exception {
        byte[] block = "1\n".repeat(32 << 10).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        HttpAnswer small = HttpAnswer.standard()
                .as(kind)
                .maxBytes(1 << 20)
                .maxArtifactBytes(1 << 20)
                .maxEvents(1 << 24);
        try (RawServer server = RawServer.start(peer -> {
                    peer.read();
                    answer(peer, "Content-Type: application/x-ndjson\r\n", "");
                    while (true) {
                        peer.send(block);
                    }
                });
                World world =
                        World.of(read(server.url("/")).toBuilder().answer(small).build())) {
            ToolError error = world.error("t", "{}");

            assertThat(error.code().value()).isEqualTo("NET_TOO_LARGE");
            assertThat(server.heads()).hasSize(1);
            assertThat(server.awaitGone()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/octet-stream"})
    void bomb_ofAHundredMegabytes_isCutOff(String type) throws Exception {
        byte[] bomb = bomb(100 << 20);
        try (RawServer server = RawServer.start(peer -> {
                    peer.read();
                    answer(
                            peer,
                            "Content-Type: " + type + "\r\nContent-Encoding: gzip\r\nContent-Length: " + bomb.length
                                    + "\r\n",
                            "");
                    peer.send(bomb);
                });
                World world = World.of(read(server.url("/")))) {
            assertThat(world.error("t", "{}").code().value()).isEqualTo("NET_TOO_LARGE");
        }
    }

    private static byte[] bomb(int size) throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            byte[] block = new byte[1 << 20];
            for (int i = 0; i < size; i += block.length) {
                out.write(block);
            }
        }
        return packed.toByteArray();
    }

    @Test
    void call_thatIsCancelled_letsGoOfTheConnection() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (RawServer server = RawServer.start(peer -> {
                    peer.read();
                    asked.countDown();
                    peer.awaitEnd();
                });
                World world = World.of(write(server.url("/")))) {
            CallHandle<Json> call = world.ada().submit("t", Json.EMPTY_OBJECT);
            assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
            call.cancel("enough");

            assertThat(call.await(Duration.ofMinutes(1))).isPresent();
            assertThat(server.awaitGone()).isTrue();
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void answer_thatIsNoHttp_isTheFaultOfTheService_andTheWriteIsUnknown() throws Exception {
        try (RawServer server = RawServer.start(peer -> {
                    peer.read();
                    peer.send("SSH-2.0-OpenSSH\r\n\r\n");
                });
                World world = World.of(write(server.url("/")))) {
            assertThat(world.call("t", "{}")).isInstanceOf(ToolOutcome.Unknown.class);
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void failure_ofTheService_isNeverAResult() throws Exception {
        try (Service service = Service.saying(Service.Says.of(500, "application/json", "{\"result\":\"fine\"}"));
                World world = World.of(write(service.url("/")))) {
            assertThat(world.call("t", "{}")).isInstanceOf(ToolOutcome.Failure.class);
        }
    }
}
