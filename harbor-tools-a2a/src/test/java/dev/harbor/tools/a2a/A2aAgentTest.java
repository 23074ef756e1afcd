package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.json.Json;
import dev.harbor.loop.ForeignTurn;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolFailed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A loop over a remote agent is one conversation; a question is the answer of a turn, and the next turn answers it. */
final class A2aAgentTest {

    private static ForeignTurn turn(String loop, int number, String text) {
        return new ForeignTurn(World.ADA, loop, loop + "/" + number, text, Json.NULL, false, Cancellation.create());
    }

    private static A2aAgent of(FakeAgent agent) {
        return A2aTools.agent("a", agent.url())
                .ownAccess(A2aAccess.builder().allowLoopback().build())
                .limits(World.quick().build())
                .buildAgent(Duration.ofMinutes(1));
    }

    @Test
    void turns_ofALoop_areOneConversation_andAQuestionIsAnsweredByTheNext() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                A2aAgent foreign = of(agent)) {
            Json question = foreign.answer(turn("l1", 1, "ask"));
            Json answer = foreign.answer(turn("l1", 2, "red"));
            foreign.answer(turn("l2", 1, "status other"));

            assertThat(World.text(question)).isEqualTo("which colour?");
            assertThat(question.get("state").orElseThrow().asString()).isEqualTo("input-required");
            assertThat(World.text(answer)).isEqualTo("painted red");
            assertThat(agent.tasks).hasSize(2);
            assertThat(agent.messages.get(2).at("/message/contextId")).isEmpty();
            World.soundly(agent);
        }
    }

    @Test
    void turn_withContentAndFiles_carriesBoth() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                A2aAgent foreign = of(agent)) {
            Json answer = foreign.answer(new ForeignTurn(
                    World.ADA, "l", "l/1", "parts", Json.of(Map.of("n", 7)), false, Cancellation.create()));

            assertThat(agent.messages
                            .get(0)
                            .at("/message/parts/1/data/n")
                            .orElseThrow()
                            .asInt())
                    .isEqualTo(7);
            assertThat(answer.at("/files/0/base64").orElseThrow().asString())
                    .isEqualTo(FakeAgent.base64("bytes of a file"));
        }
    }

    @Test
    void turnThatFails_throws_andSaysWhy() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                A2aAgent foreign = of(agent)) {
            assertThatExceptionOfType(ToolFailed.class)
                    .isThrownBy(() -> foreign.answer(turn("l", 1, "fail")))
                    .withMessageContaining("the oven broke");
            assertThat(foreign.isRepeatable()).isFalse();
        }
    }
}
