package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.harbor.error.ErrorCode;
import dev.harbor.llm.Content;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.policy.Cancellation;
import dev.harbor.policy.ErrorClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScriptedModelTest {

    private static final LlmCall CALL = LlmCall.of(TestIdentities.DEFAULT);

    private static LlmRequest asking(String... texts) {
        return LlmRequest.of(List.of(Message.of(Role.SYSTEM, "Answer."), Message.of(Role.USER, texts)));
    }

    private static String ask(ScriptedModel model, String text) {
        return model.complete(asking(text), CALL).text();
    }

    @Test
    void script_ofTexts_answersInOrder() {
        ScriptedModel model = ScriptedModel.of("one", "two");
        assertThat(model.remaining()).isEqualTo(2);

        assertThat(ask(model, "a")).isEqualTo("one");
        assertThat(ask(model, "b")).isEqualTo("two");
        assertThat(model.remaining()).isZero();
        model.assertUsedUp();
    }

    @Test
    void script_runOut_failsLoudlyAndShowsTheRequest() {
        ScriptedModel model = ScriptedModel.of("one");
        ask(model, "a");

        assertThatIllegalStateException()
                .isThrownBy(() -> ask(model, "the surprising question"))
                .withMessageContaining("no answer left: 1 are used up")
                .withMessageContaining("the surprising question");
        assertThat(model.requests()).hasSize(2);
    }

    @Test
    void script_withLeftovers_failsTheCheck() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> ScriptedModel.of("one", "two").assertUsedUp())
                .withMessageContaining("2 of 2");
    }

    @Test
    void rules_thatMatch_goBeforeTheScriptAndDontUseIt() {
        ScriptedModel model = ScriptedModel.builder()
                .then("scripted")
                .when(ScriptedModel.mentions("Oslo"), ModelAnswer.of("rain"))
                .when(ScriptedModel.mentions("Os"), ModelAnswer.of("never first"))
                .build();

        assertThat(ask(model, "weather in Oslo")).isEqualTo("rain");
        assertThat(ask(model, "Osaka")).isEqualTo("never first");
        assertThat(ask(model, "Oslo again")).isEqualTo("rain");
        assertThat(ask(model, "Rome")).isEqualTo("scripted");
        assertThatIllegalStateException().isThrownBy(() -> ask(model, "Rome"));
    }

    @Test
    void answers_ofEveryKind_areGiven() {
        LlmReply reply = new LlmReply("full", new LlmUsage(1, 2, 3), "length", "m");
        ScriptedModel model = ScriptedModel.builder()
                .then(ModelAnswer.of(reply))
                .then(ModelAnswer.computed(request -> "echo " + ScriptedModel.text(request)))
                .then(ModelAnswer.failure(ErrorClass.SERVER, "overloaded"))
                .then(ModelAnswer.throwing(() -> new IllegalArgumentException("a fault of the client")))
                .build();

        assertThat(model.complete(asking("a"), CALL)).isEqualTo(reply);
        assertThat(ask(model, "b")).isEqualTo("echo Answer.\nb");
        assertThatExceptionOfType(LlmException.class)
                .isThrownBy(() -> ask(model, "c"))
                .withMessage("overloaded")
                .satisfies(failure -> assertThat(failure.errorClass()).isEqualTo(ErrorClass.SERVER))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_FAILED));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> ask(model, "d"));
    }

    @Test
    void stream_ofPieces_isToldPieceByPiece() {
        List<String> heard = new ArrayList<>();
        ScriptedModel model = ScriptedModel.builder()
                .then(ModelAnswer.streamed("he", "l", "lo"))
                .then("whole")
                .build();

        assertThat(model.complete(asking("a"), CALL.deltas(heard::add)).text()).isEqualTo("hello");
        assertThat(heard).containsExactly("he", "l", "lo");
        model.complete(asking("a"), CALL.deltas(heard::add));
        assertThat(heard).endsWith("whole");
    }

    @Test
    void requests_asked_areRemembered() {
        ScriptedModel model = ScriptedModel.of("one", "two");
        LlmCall inRun = CALL.run("run-1");
        model.complete(asking("a", "b"), CALL);
        model.complete(asking("c"), inRun);

        assertThat(model.requests()).containsExactly(asking("a", "b"), asking("c"));
        assertThat(model.calls()).containsExactly(CALL, inRun);
    }

    @Test
    void text_ofRequest_leavesMediaOut() {
        Content media = new Content.Media("image/png", "data:image/png;base64,AAAA", null);
        LlmRequest request = LlmRequest.of(
                List.of(new Message(Role.USER, List.of(Content.text("look"), media, Content.text("there")))));

        assertThat(ScriptedModel.text(request)).isEqualTo("look\nthere");
        assertThat(ScriptedModel.mentions("base64").test(request)).isFalse();
    }

    @Test
    void answer_heldBack_comesWhenTheGateOpens() throws Exception {
        Gate gate = Gate.closed();
        ScriptedModel model = ScriptedModel.always(ModelAnswer.of("late").after(gate));
        Bounded<String> asking = Bounded.start(() -> ask(model, "a"));
        gate.awaitHeld(1);
        model.awaitRequests(1);
        assertThat(asking.isOver()).isFalse();
        gate.open();

        assertThat(asking.end()).isEqualTo("late");
    }

    @Test
    void answer_heldBack_endsAtTheDeadlineOfAManualClock() {
        ManualClock clock = ManualClock.create();
        Gate gate = Gate.closed();
        ScriptedModel model = ScriptedModel.builder()
                .when(request -> true, ModelAnswer.of("late").after(gate))
                .clock(clock)
                .build();
        LlmCall call = CALL.deadline(clock.instant().plusSeconds(60));
        Bounded<LlmReply> asking = Bounded.start(() -> model.complete(asking("a"), call));
        gate.awaitHeld(1);
        clock.advance(Duration.ofSeconds(59));
        assertThat(gate.held()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));

        assertThatExceptionOfType(LlmException.class)
                .isThrownBy(asking::end)
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
        assertThat(gate.held()).isZero();
    }

    @Test
    void calls_refused_dontUseTheScript() {
        ScriptedModel model = ScriptedModel.of("one");
        Cancellation cancelled = Cancellation.create();
        cancelled.cancel("not wanted");

        assertThatExceptionOfType(LlmException.class)
                .isThrownBy(() -> model.complete(asking("a"), CALL.cancellation(cancelled)))
                .withMessageContaining("not wanted");
        assertThat(model.remaining()).isEqualTo(1);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void script_askedByMany_givesEachAnswerOnce() {
        String[] answers = java.util.stream.IntStream.range(0, 400)
                .mapToObj(i -> "answer " + i)
                .toArray(String[]::new);
        ScriptedModel model = ScriptedModel.of(answers);

        List<List<String>> given = Together.run(8, number -> {
            List<String> mine = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                mine.add(ask(model, "thread " + number));
            }
            return mine;
        });
        assertThat(given.stream().flatMap(List::stream)).containsExactlyInAnyOrder(answers);
        model.assertUsedUp();
    }
}
