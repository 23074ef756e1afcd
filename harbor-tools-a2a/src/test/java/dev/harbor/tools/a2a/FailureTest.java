package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong between here and an agent is a typed error that says what is known, and nothing is sent twice. */
final class FailureTest {

    private FakeAgent agent;

    @BeforeEach
    void start() throws IOException {
        agent = FakeAgent.start(FakeAgent.Speech.NEW);
    }

    @AfterEach
    void stop() throws InterruptedException {
        agent.close();
    }

    @Test
    void agentThatIsBusy_isAskedAgainWithTheSameMessage_untilItServes() {
        try (World world = World.of(agent)) {
            world.runtime.as(World.ADA);
            agent.busy.set(2);

            assertThat(World.text(world.result("echo there"))).isEqualTo("there");
            assertThat(agent.count("STREAM")).isEqualTo(3);
            assertThat(agent.messages.stream()
                            .map(each -> each.at("/message/messageId").orElseThrow()))
                    .hasSize(3)
                    .containsOnly(agent.messages.get(0).at("/message/messageId").orElseThrow());
            assertThat(agent.executed).hasSize(1);
        }
    }

    @Test
    void agentThatStaysBusy_isTransientAndKnown() {
        try (World world = World.of(agent)) {
            agent.busy.set(100);
            ToolError error = world.error("echo");

            assertThat(error.errorClass()).isEqualTo(ErrorClass.SERVER);
            assertThat(error.outcomeKnown()).isTrue();
            assertThat(error.message()).contains("503");
            assertThat(agent.count("STREAM")).isEqualTo(A2aLimits.DEFAULT_SEND_ATTEMPTS);
            assertThat(agent.executed).isEmpty();
        }
    }

    @Test
    void agentThatIsNotThere_isTransientAndKnown() throws Exception {
        agent.card = card -> {
            Map<String, Object> at = Map.of(
                    "url",
                    "http://127.0.0.1:" + unused() + "/x",
                    "protocolBinding",
                    "JSONRPC",
                    "protocolVersion",
                    "1.0");
            card.put("supportedInterfaces", List.of(at));
            return card;
        };
        try (World world = World.of(agent, this::anywhere)) {
            ToolError error = world.error("echo");

            assertThat(error.errorClass()).isEqualTo(ErrorClass.TRANSIENT);
            assertThat(error.outcomeKnown()).isTrue();
        }
    }

    private final int closedPort = unusedPort();

    private int unused() {
        return closedPort;
    }

    private static int unusedPort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private A2aTools.Builder anywhere(A2aTools.Builder builder) {
        return builder.allowOrigin("http://127.0.0.1:" + closedPort)
                .limits(World.quick().sendAttempts(1).build());
    }

    @Test
    void answerThatGetsLost_leavesDoubt_andNothingIsSentAgain() {
        try (World world = World.of(agent)) {
            ToolOutcome<Json> outcome = world.say("lost");

            assertThat(outcome).isInstanceOf(ToolOutcome.Unknown.class);
            assertThat(agent.executed).hasSize(1);
        }
    }

    @Test
    void answerThatGetsLost_ofAnAgentThatDoesWorkOnce_isAskedForAgainWithTheSameMessage() {
        try (World world = World.of(agent, A2aTools.Builder::idempotent)) {
            world.say("lost");

            assertThat(agent.executed).hasSizeGreaterThan(1);
            assertThat(agent.executed.stream().distinct()).hasSize(1);
        }
    }

    @Test
    void answerThatGetsLost_inAConversation_isFoundAmongItsTasks() {
        try (World world = World.of(agent)) {
            world.result("status the conversation begins");

            assertThat(World.text(world.result("unheard"))).isEqualTo("done unheard");
            assertThat(agent.count("LIST")).isEqualTo(1);
            assertThat(agent.executed).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-32602, A2A_INVALID_PARAMS, PERMANENT",
        "-32601, A2A_METHOD_NOT_FOUND, PERMANENT",
        "-32005, A2A_CONTENT_TYPE_NOT_SUPPORTED, PERMANENT",
        "-32008, A2A_EXTENSION_SUPPORT_REQUIRED, PERMANENT",
        "-32009, A2A_VERSION_NOT_SUPPORTED, PERMANENT",
        "-32603, A2A_INTERNAL, SERVER"
    })
    void errorOfThePeer_isClassedByItsCode_andSentOnce(int code, String expected, ErrorClass kind) {
        try (World world = World.of(agent, builder -> builder.bearer("TOKEN"))) {
            ToolError error = world.error("error " + code);

            assertThat(error.code().value()).isEqualTo(expected);
            assertThat(error.errorClass()).isEqualTo(kind);
            assertThat(error.outcomeKnown()).isTrue();
            assertThat(error.message()).contains("says the peer with ***").doesNotContain(World.TOKEN, "\u202e", "\n");
            assertThat(agent.executed).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "403, PERMANENT, true",
        "404, PERMANENT, true",
        "500, SERVER, true",
        "502, SERVER, false",
        "504, SERVER, false"
    })
    void statusOfHttp_isClassed_andItsPageIsNotShown(int status, ErrorClass kind, boolean known) {
        try (World world = World.of(agent)) {
            ToolError error = world.error("http " + status);

            assertThat(error.errorClass()).isEqualTo(kind);
            assertThat(error.outcomeKnown()).isEqualTo(known);
            assertThat(error.message()).doesNotContain("stack trace");
            assertThat(agent.executed).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"html", "badjson", "wrongid", "notask", "nothing", "badevent", "flood"})
    void agentThatBreaksTheProtocol_isABoundedError(String way) {
        try (World world = World.of(
                agent,
                builder -> builder.limits(World.quick().bodyBytes(1 << 20).build()))) {
            ToolError error = world.error(way);

            assertThat(error.code().value()).isIn("A2A_PROTOCOL_BROKEN", "NET_TOO_LARGE");
            assertThat(error.errorClass()).isEqualTo(ErrorClass.PERMANENT);
            assertThat(error.message()).hasSizeLessThan(600);
            assertThat(agent.executed).hasSize(1);
        }
    }

    @Test
    void redirect_isNotFollowed() {
        try (World world = World.of(agent)) {
            ToolError error = world.error("redirect");

            assertThat(error.code()).isEqualTo(Failures.BROKEN);
            assertThat(error.message()).contains("redirect");
            assertThat(agent.asked).noneMatch(each -> each.path().contains("elsewhere"));
        }
    }

    @Test
    void agentThatSaysNothing_endsAtTheDeadline() {
        try (World world = World.of(agent, World.within(Duration.ofMillis(800)))) {
            ToolError error = world.error("silent");

            assertThat(error.errorClass()).isEqualTo(ErrorClass.TIMEOUT);
            assertThat(error.outcomeKnown()).isFalse();
        }
    }

    @Test
    void streamWithoutEnd_endsAtItsLimitOrTheDeadline_andTheTaskIsCancelled() {
        try (World world = World.of(
                agent,
                builder -> World.within(Duration.ofSeconds(2))
                        .apply(builder.limits(World.quick().streamBytes(1 << 20).build())))) {
            ToolError error = world.error("endless");

            assertThat(error.errorClass()).isIn(ErrorClass.TIMEOUT, ErrorClass.PERMANENT);
            assertThat(agent.cancels).hasValue(1);
            assertThat(agent.executed).hasSize(1);
        }
    }

    @Test
    void streamThatEndsSoundly_whileTheTaskGoesOn_endsAtTheDeadline() {
        try (World world = World.of(agent, World.within(Duration.ofSeconds(1)))) {
            ToolError error = world.error("eof");

            assertThat(error.errorClass()).isEqualTo(ErrorClass.TIMEOUT);
            assertThat(error.message()).contains("still working", "it was cancelled");
            assertThat(error.outcomeKnown()).isTrue();
            assertThat(agent.cancels).hasValue(1);
        }
    }

    @Test
    void timeUp_andThePeerIgnoresCancelling_leavesDoubt() {
        agent.acceptsCancel = false;
        try (World world = World.of(agent, World.within(Duration.ofSeconds(1)))) {
            ToolError error = world.error("eof");

            assertThat(error.errorClass()).isEqualTo(ErrorClass.TIMEOUT);
            assertThat(error.outcomeKnown()).isFalse();
            assertThat(agent.cancels).hasValue(1);
        }
    }

    @Test
    void stateThatIsNotKnown_isNamedAtTheDeadline() {
        try (World world = World.of(agent, World.within(Duration.ofSeconds(1)))) {
            ToolError error = world.error("strange");

            assertThat(error.code()).isEqualTo(Failures.STATE);
            assertThat(error.errorClass()).isEqualTo(ErrorClass.PERMANENT);
            assertThat(error.message()).contains("X_MEDITATING");
        }
    }

    @Test
    void eventThatIsTooLong_isLookedUp() {
        try (World world = World.of(
                agent, builder -> builder.limits(World.quick().bodyBytes(50_000).build()))) {
            assertThat(World.text(world.result("long"))).isEqualTo("looked up");
            assertThat(agent.executed).hasSize(1);
        }
    }

    @Test
    void taskThatIsGone_whenItIsAnswered_isPermanent() {
        try (World world = World.of(agent, builder -> builder.questions(A2aQuestions.PLANNER))) {
            String handle = world.result("ask").get("continue").orElseThrow().asString();
            agent.tasks.clear();
            ToolError error =
                    World.error(world.ada().call("a_do", Json.of(Map.of("message", "red", "continue", handle))));

            assertThat(error.code()).isEqualTo(Failures.GONE);
            assertThat(error.message()).contains("the remote task is gone");
        }
    }

    @Test
    void taskThatIsOver_whenItIsAnswered_isReportedAsItEnded() {
        try (World world = World.of(agent, builder -> builder.questions(A2aQuestions.PLANNER))) {
            String handle = world.result("ask").get("continue").orElseThrow().asString();
            agent.task().state("COMPLETED", "somebody else answered");
            ToolOutcome<Json> outcome = world.ada().call("a_do", Json.of(Map.of("message", "red", "continue", handle)));

            assertThat(World.text(outcome.orThrow())).isEqualTo("somebody else answered");
        }
    }
}
