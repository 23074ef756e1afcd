package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.access.Secret;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.ContextPropagator;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.mcp.HttpPeer.Seen;
import dev.harbor.transport.SourceState;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is reached over HTTP, against real sockets. */
@Timeout(60)
@SuppressWarnings("try") // worlds are only held
final class HttpTest {

    private static final String HELLO = "{\"text\":\"hello\"}";

    @ParameterizedTest
    @CsvSource({
        "modern, 2026-07-28",
        "modern refuse-first, 2026-07-28",
        "legacy, 2025-11-25",
        "no-sessions, 2025-11-25",
        "stream, 2025-11-25",
        "stream modern, 2026-07-28"
    })
    void call_comesBack_inEachEra_asJsonOrStream(String modes, String version) {
        try (HttpPeer peer = new HttpPeer(modes.split(" "))) {
            McpSource source = peer.source();
            try (World world = new World(source)) {
                assertThat(source.protocolVersion()).contains(version);
                assertThat(world.result("srv.echo", HELLO)).isEqualTo(Json.string("hello"));
            }
        }
    }

    @Test
    void requests_ofTheNewestEra_sayWhatTheyAre_inHeadersAndMeta() {
        try (HttpPeer peer = new HttpPeer("modern");
                World world = new World(peer.source())) {
            world.result("srv.echo", "{\"text\":\"x\",\"region\":\"Zürich\"}");
            Seen call = peer.seen("tools/call").get(0);
            assertThat(call.headers())
                    .containsEntry("mcp-protocol-version", "2026-07-28")
                    .containsEntry("mcp-method", "tools/call")
                    .containsEntry("mcp-name", "echo")
                    .containsEntry("mcp-param-region", "=?base64?WsO8cmljaA==?=")
                    .doesNotContainKey("mcp-session-id");
            Json meta = call.body().at("/params/_meta").orElseThrow();
            assertThat(meta.get("io.modelcontextprotocol/protocolVersion")).contains(Json.string("2026-07-28"));
            assertThat(meta.get("io.modelcontextprotocol/clientCapabilities"))
                    .contains(Json.parse("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}"));
            String key = meta.get("dev.harbor/idempotencyKey").orElseThrow().asString();
            assertThat(meta.get("traceparent").orElseThrow().asString())
                    .matches("00-" + key.substring(0, 32) + "-[0-9a-f]{16}-00");
            assertThat(meta.get("dev.harbor/tenant")).isEmpty();
        }
    }

    @Test
    void trace_thatAPropagatorKnows_goesOnInMeta() {
        ContextPropagator tracer = new ContextPropagator() {
            @Override
            public Snapshot capture() {
                return () -> {};
            }

            @Override
            public Map<String, String> traceHeaders() {
                return Map.of(
                        "traceparent",
                        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
                        "tracestate",
                        "vendor=1");
            }
        };
        try (HttpPeer peer = new HttpPeer("modern");
                World world = new World(host -> host.propagator(tracer), peer.source())) {
            world.result("srv.echo", HELLO);
            Json meta =
                    peer.seen("tools/call").get(0).body().at("/params/_meta").orElseThrow();
            assertThat(meta.get("traceparent"))
                    .contains(Json.string("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"));
            assertThat(meta.get("tracestate")).contains(Json.string("vendor=1"));
        }
    }

    @Test
    void toolWhoseHeaderIsNotAllowed_isLeftOut_inTheNewestEraOnly() {
        try (HttpPeer peer = new HttpPeer("modern")) {
            McpSource source = peer.source();
            try (World world = new World(source)) {
                assertThat(source.tools()).anySatisfy(report -> {
                    assertThat(report.remoteName()).isEqualTo("odd");
                    assertThat(report.reason()).contains("header");
                });
            }
        }
        try (HttpPeer peer = new HttpPeer("legacy")) {
            McpSource source = peer.source();
            try (World world = new World(source)) {
                assertThat(source.tools()).allMatch(McpToolReport::isRegistered);
            }
        }
    }

    @Test
    void session_isSentWithEachRequest_andEndedOnClose() {
        try (HttpPeer peer = new HttpPeer("legacy")) {
            try (World world = new World(peer.source())) {
                world.result("srv.echo", HELLO);
                assertThat(peer.seen("tools/call").get(0).headers())
                        .containsEntry("mcp-session-id", "session-1")
                        .containsEntry("mcp-protocol-version", "2025-11-25");
            }
            assertThat(peer.seen).last().satisfies(end -> {
                assertThat(end.http()).isEqualTo("DELETE");
                assertThat(end.headers()).containsEntry("mcp-session-id", "session-1");
            });
        }
    }

    @Test
    void sessionThatIsGone_isBegunAnew_once_andTheCallIsServed() {
        try (HttpPeer peer = new HttpPeer("legacy");
                World world = new World(peer.source())) {
            world.result("srv.echo", HELLO);
            peer.sessions.clear();
            assertThat(world.result("srv.echo", HELLO)).isEqualTo(Json.string("hello"));
            assertThat(peer.seen("initialize")).hasSize(2);
            assertThat(peer.seen("tools/call"))
                    .last()
                    .satisfies(call -> assertThat(call.headers()).containsEntry("mcp-session-id", "session-2"));
        }
    }

    @Test
    void streamThatEndsBeforeTheAnswer_isTakenUpAgain_whereItEnded() {
        try (HttpPeer peer = new HttpPeer("legacy", "retry");
                World world = new World(peer.source())) {
            assertThat(world.result("srv.echo", HELLO)).isEqualTo(Json.string("hello"));
            assertThat(peer.seen.stream().filter(each -> each.http().equals("GET")))
                    .anySatisfy(get -> assertThat(get.headers()).containsEntry("last-event-id", "41"));
            assertThat(peer.calls).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 500, 502, 504})
    void status_isAFailureThatIsKnown_unlessAGatewaySaysThatItHeardNothing(int status) {
        try (HttpPeer peer = new HttpPeer("modern", "refuses");
                World world = new World(peer.source())) {
            peer.status = status;
            ToolOutcome<Json> outcome = world.call("srv.echo", HELLO);
            boolean doubtful = status == 502 || status == 504;
            assertThat(outcome).isInstanceOf(doubtful ? ToolOutcome.Unknown.class : ToolOutcome.Failure.class);
            assertThat(peer.seen("tools/call")).hasSize(1);
        }
    }

    @Test
    void streamThatEndsOverAndOver_isTakenUpAHundredTimes_andThenTheCallIsInDoubt() {
        try (HttpPeer peer = new HttpPeer("legacy", "never");
                World world = new World(peer.source())) {
            assertThat(world.call("srv.echo", HELLO)).isInstanceOf(ToolOutcome.Unknown.class);
            assertThat(peer.seen.stream()
                            .filter(each -> each.headers()
                                    .getOrDefault("last-event-id", "")
                                    .equals("41")))
                    .hasSize(100);
            assertThat(peer.calls).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lost legacy", "lost modern", "cut legacy", "cut modern"})
    void answerThatIsLost_leavesTheCallInDoubt_andItIsSentOnce(String modes) {
        try (HttpPeer peer = new HttpPeer(modes.split(" "));
                World world = new World(peer.source())) {
            assertThat(world.call("srv.echo", HELLO)).isInstanceOf(ToolOutcome.Unknown.class);
            assertThat(peer.calls).hasValue(1);
        }
    }

    @Test
    void answerThatIsNone_isTheServersFault() {
        try (HttpPeer peer = new HttpPeer("legacy", "nonsense");
                World world = new World(peer.source())) {
            ToolOutcome.Failure<Json> failure = (ToolOutcome.Failure<Json>) world.call("srv.echo", HELLO);
            assertThat(failure.error().code()).isEqualTo(ErrorCode.INVALID_RESULT);
            assertThat(failure.error().message()).contains("text/html");
        }
    }

    @Test
    void serverThatIsBusy_isAskedAgainByPolicy_evenForAWrite_sinceNothingWasDone() {
        try (HttpPeer peer = new HttpPeer("legacy", "busy")) {
            McpSource source = peer.source().bind(McpBinding.of("echo").idempotent());
            try (World world = new World(source)) {
                assertThat(world.result("srv.echo", HELLO)).isEqualTo(Json.string("hello"));
                assertThat(peer.calls).hasValue(2);
            }
        }
    }

    @Test
    void redirect_isNotFollowed() {
        try (HttpPeer peer = new HttpPeer("redirect")) {
            McpSource source = peer.source();
            assertThatThrownBy(() -> source.start(toolset -> {})).hasMessageContaining("307");
            source.close();
        }
    }

    @Test
    void callThatTakesTooLong_isCancelledOnce_byMessageOrByClosing() {
        for (String era : List.of("legacy", "modern")) {
            try (HttpPeer peer = new HttpPeer(era, "hang")) {
                McpSource source = peer.source()
                        .policy(ToolPolicy.builder()
                                .timeout(Duration.ofMillis(300))
                                .build());
                try (World world = new World(source)) {
                    assertThat(world.call("srv.echo", HELLO)).isInstanceOf(ToolOutcome.Unknown.class);
                    int expected = era.equals("legacy") ? 1 : 0;
                    await().until(() -> peer.seen("notifications/cancelled").size() == expected);
                    if (expected == 1) {
                        Json params = peer.seen("notifications/cancelled")
                                .get(0)
                                .body()
                                .get("params")
                                .orElseThrow();
                        assertThat(params.get("requestId"))
                                .isEqualTo(peer.seen("tools/call").get(0).body().get("id"));
                    }
                }
            }
        }
    }

    @Test
    void callWhoseCallerGivesUp_isCancelledOnce() throws Exception {
        try (HttpPeer peer = new HttpPeer("legacy", "hang")) {
            try (World world = new World(peer.source())) {
                Thread caller = new Thread(() -> world.call("srv.echo", HELLO));
                caller.start();
                await().until(() -> peer.calls.get() == 1);
                caller.interrupt();
                await().until(() -> !caller.isAlive());
                await().until(() -> peer.seen("notifications/cancelled").size() == 1);
            }
            assertThat(peer.seen("notifications/cancelled")).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy listens", "modern"})
    void listThatChanges_isToldOverTheStream_andReplacesTheTools(String modes) throws IOException {
        try (HttpPeer peer = new HttpPeer(modes.split(" "))) {
            McpSource source = peer.source();
            try (World world = new World(source)) {
                await().until(peer::isListenedTo);
                peer.change();
                await().until(() -> source.tools().stream()
                        .anyMatch(tool -> tool.remoteName().equals("renamed")));
                assertThat(world.result("srv.renamed", HELLO)).isEqualTo(Json.string("hello"));
            }
        }
    }

    @Test
    void sourceThatIsClosedWhileItConnects_asksForNoOlderVersion() throws Exception {
        try (HttpPeer peer = new HttpPeer("modern", "hang-probe")) {
            McpSource source = peer.source();
            FutureTask<Throwable> starting = new FutureTask<>(() -> catchThrowable(() -> source.start(toolset -> {})));
            new Thread(starting).start();
            await().until(() -> !peer.seen("server/discover").isEmpty());
            source.close();
            assertThat(starting.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(McpException.class)
                    .hasMessageContaining("cancelled");
            assertThat(peer.seen).extracting(Seen::method).containsOnly("server/discover");
        }
    }

    @Test
    void listThatHoldsForATime_isReadAgainAfterIt_everLaterWhileNothingChanges() {
        ManualTicks ticks = new ManualTicks();
        try (HttpPeer peer = new HttpPeer("modern", "holds")) {
            McpSource source = peer.source().ticks(ticks);
            try (World world = new World(source)) {
                assertThat(world.runtime.sources()).containsEntry("srv", SourceState.READY);
                ticks.runOnly(Duration.ofMillis(120_000), Duration.ofMillis(150_000));
                ticks.runOnly(Duration.ofMillis(200), Duration.ofMillis(200));
                await().until(() -> peer.seen("tools/list").size() == 2);
                await().until(() -> ticks.has(Duration.ofMillis(240_000), Duration.ofMillis(300_000)));
                peer.modes.add("changed");
                ticks.runOnly(Duration.ofMillis(240_000), Duration.ofMillis(300_000));
                ticks.runOnly(Duration.ofMillis(200), Duration.ofMillis(200));
                await().until(() -> ticks.has(Duration.ofMillis(120_000), Duration.ofMillis(150_000)));
                assertThat(world.result("srv.renamed", HELLO)).isEqualTo(Json.string("hello"));
            }
        }
        assertThat(ticks.has(Duration.ofMillis(120_000), Duration.ofMillis(150_000)))
                .as("nothing waits after the end")
                .isFalse();
    }

    @Test
    void headers_areSentWithEveryRequest_andCredentialsForWhoCalls() {
        CredentialProvider credentials = (name, identity) -> Optional.of(Secret.of(identity.user() + "-" + name));
        try (HttpPeer peer = new HttpPeer("modern")) {
            McpSource source = peer.source()
                    .header("X-Plain", "p")
                    .credential("X-Key", "key")
                    .credentials(credentials)
                    .identity(Identity.of("acme", "service", "s"));
            try (World world = new World(source)) {
                world.result("srv.echo", HELLO);
                assertThat(peer.seen)
                        .allSatisfy(each -> assertThat(each.headers()).containsEntry("x-plain", "p"));
                assertThat(peer.seen("tools/list").get(0).headers()).containsEntry("x-key", "service-key");
                assertThat(peer.seen("tools/call").get(0).headers()).containsEntry("x-key", "ada-key");
            }
        }
    }

    @Test
    void sessions_ofTwoWhoCallWithTheirOwnCredentials_areApart() {
        CredentialProvider credentials = (name, identity) -> Optional.of(Secret.of(identity.user()));
        try (HttpPeer peer = new HttpPeer("legacy")) {
            McpSource source = peer.source().bearer("token").credentials(credentials);
            try (World world = new World(source)) {
                world.result("srv.echo", HELLO);
                world.runtime.as(Identity.of("acme", "bob", "s-2")).call("srv.echo", Json.parse(HELLO));
                List<String> sessions = peer.seen("tools/call").stream()
                        .map(call -> call.headers().get("mcp-session-id"))
                        .toList();
                assertThat(sessions).doesNotHaveDuplicates().hasSize(2);
            }
        }
    }

    @Test
    void protectedServer_isReachedWithAToken_afterItsChallenge() {
        AtomicReference<String> token = new AtomicReference<>();
        ResourceAuthorizer authorizer = new ResourceAuthorizer() {
            @Override
            public Optional<Secret> token(URI resource, Identity identity) {
                return Optional.ofNullable(token.get()).map(Secret::of);
            }

            @Override
            public boolean challenged(
                    URI resource, Identity identity, Secret sent, int status, List<String> challenge) {
                assertThat(challenge).containsExactly("Bearer scope=\"tools\"");
                return token.compareAndSet(null, "good");
            }
        };
        try (HttpPeer peer = new HttpPeer("modern", "protected");
                World world = new World(peer.source().authorization(authorizer))) {
            assertThat(world.result("srv.echo", HELLO)).isEqualTo(Json.string("hello"));
            assertThat(peer.seen.stream().map(Seen::body).map(Json::toString)).noneMatch(body -> body.contains("good"));
        }
    }

    @Test
    void missingCredential_isAFailureBeforeAnythingIsSent() {
        try (HttpPeer peer = new HttpPeer("modern")) {
            McpSource source = peer.source().bearer("nowhere");
            assertThatThrownBy(() -> source.start(toolset -> {})).hasMessageContaining("'nowhere'");
            assertThat(peer.seen).isEmpty();
            source.close();
        }
    }

    @Test
    void plainHttp_toAnotherHost_isRefused_andLoopbackOnlyIfAllowed() {
        McpSource elsewhere =
                McpTools.http("srv", URI.create("http://192.0.2.1/mcp")).allowLoopback();
        assertThatThrownBy(() -> elsewhere.start(toolset -> {})).isInstanceOf(McpException.class);
        elsewhere.close();
        try (HttpPeer peer = new HttpPeer("modern")) {
            McpSource loopback = McpTools.http("srv", peer.uri());
            assertThatThrownBy(() -> loopback.start(toolset -> {})).hasMessageContaining("loopback");
            assertThat(peer.seen).isEmpty();
            loopback.close();
        }
    }

    @Test
    void oldestServers_areSpokenToTheirWay_andOnlyAtTheirOrigin() {
        try (HttpPeer peer = new HttpPeer("oldest")) {
            McpSource source = peer.source();
            try (World world = new World(source)) {
                assertThat(source.protocolVersion()).contains("2024-11-05");
                assertThat(world.result("srv.echo", HELLO)).isEqualTo(Json.string("hello"));
            }
        }
        try (HttpPeer peer = new HttpPeer("oldest", "elsewhere")) {
            McpSource source = peer.source();
            assertThatThrownBy(() -> source.start(toolset -> {})).isInstanceOf(McpException.class);
            source.close();
        }
    }

    @Test
    void sourceThatIsNotConnected_saysSo() {
        McpSource source = McpTools.http("srv", URI.create("https://mcp.example/x"));
        assertThatThrownBy(source::reconnect)
                .extracting(e -> ((McpException) e).code())
                .isEqualTo(McpException.NOT_CONNECTED);
        source.close();
        assertThatThrownBy(source::reconnect).hasMessageContaining("closed");
        assertThat(source.state()).isEqualTo(SourceState.DOWN);
        assertThat(source.protocolVersion()).isEmpty();
    }

    @Test
    void serverThatIsGone_makesTheSourceDown_andIsFoundAgain() {
        McpSource source;
        URI uri;
        try (HttpPeer peer = new HttpPeer("modern")) {
            uri = peer.uri();
            source = peer.source();
            source.start(toolset -> {});
            assertThat(source.state()).isEqualTo(SourceState.READY);
        }
        try (source) {
            assertThat(uri.getPort()).isPositive();
            assertThatThrownBy(source::reconnect).isInstanceOf(McpException.class);
            assertThat(source.state()).isEqualTo(SourceState.DOWN);
            assertThat(source.trouble()).isPresent();
        }
    }

    @Test
    void addressesAndHeaders_thatAreNotAllowed_areRefusedWhenTheyAreNamed() {
        URI uri = URI.create("https://mcp.example/x");
        Map<String, org.assertj.core.api.ThrowableAssert.ThrowingCallable> wrong = Map.of(
                "user info", () -> McpTools.http("srv", URI.create("https://u:p@mcp.example/")),
                "fragment", () -> McpTools.http("srv", URI.create("https://mcp.example/#f")),
                "scheme", () -> McpTools.http("srv", URI.create("ftp://mcp.example/")),
                "authorization", () -> McpTools.http("srv", uri).header("Authorization", "x"),
                "cookie", () -> McpTools.http("srv", uri).credential("Cookie", "x"),
                "session", () -> McpTools.http("srv", uri).header("Mcp-Session-Id", "x"),
                "variable", () -> McpTools.http("srv", uri).environment("A", "b"),
                "directory", () -> McpTools.stdio("srv", "x").header("A", "b"),
                "no command", () -> McpTools.stdio("srv"),
                "no name", () -> McpTools.stdio(" ", "x"));
        wrong.forEach((what, call) ->
                assertThatThrownBy(call).as(what).isInstanceOf(dev.harbor.error.ConfigurationException.class));
    }

    @Test
    void manyCallsAtOnce_getTheirOwnAnswers_overFewConnections() throws Exception {
        try (HttpPeer peer = new HttpPeer("legacy", "stream");
                World world = new World(peer.source())) {
            java.util.concurrent.ExecutorService callers = java.util.concurrent.Executors.newFixedThreadPool(16);
            List<java.util.concurrent.Callable<Json>> calls = java.util.stream.IntStream.range(0, 100)
                    .<java.util.concurrent.Callable<Json>>mapToObj(
                            i -> () -> world.result("srv.echo", "{\"text\":\"n" + i + "\"}"))
                    .toList();
            List<java.util.concurrent.Future<Json>> answers = callers.invokeAll(calls);
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get()).isEqualTo(Json.string("n" + i));
            }
            callers.shutdownNow();
        }
    }

    @Test
    void reconnects_leaveNoThreadBehind() {
        try (HttpPeer peer = new HttpPeer("legacy", "listens")) {
            McpSource source = peer.source();
            source.start(toolset -> {});
            for (int i = 0; i < 50; i++) {
                source.reconnect();
            }
            assertThat(peer.seen.stream().filter(each -> each.http().equals("DELETE")))
                    .hasSize(50);
            source.close();
            await().until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("harbor-mcp-")
                            && !thread.getName().endsWith("timer")));
        }
    }
}
