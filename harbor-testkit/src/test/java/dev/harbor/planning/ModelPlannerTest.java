package dev.harbor.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.LlmFormatDowngraded;
import dev.harbor.event.PlannerGaveUp;
import dev.harbor.event.PlannerGuided;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import dev.harbor.llm.ResponseFormat;
import dev.harbor.plan.BudgetLeft;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.Instructions;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.planner.PlannerListener;
import dev.harbor.policy.Cancellation;
import dev.harbor.policy.ErrorClass;
import dev.harbor.testkit.FakePlanContext;
import dev.harbor.testkit.ManualClock;
import dev.harbor.testkit.ModelAnswer;
import dev.harbor.testkit.ScriptedModel;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One turn of the planner, with a model that answers by a script. */
final class ModelPlannerTest {

    private static final String CALL =
            "{\"action\":\"call\",\"calls\":[{\"tool\":\"weather.forecast\",\"arguments\":{\"city\":\"Oslo\"}}]}";
    private static final String FINISH = "{\"action\":\"finish\",\"result\":\"rain\"}";
    private static final Decision CALLED = Decision.call("weather.forecast", Json.parse("{\"city\":\"Oslo\"}"));

    private final List<HarborEvent> events = new ArrayList<>();

    private FakePlanContext.Builder context(ScriptedModel model) {
        return FakePlanContext.builder("What is the weather in Oslo?")
                .tools(weather())
                .model(model)
                .events(events::add);
    }

    private static ToolDefinition weather() {
        return ToolDefinition.builder(
                        ToolId.of("weather.forecast"),
                        Json.parse("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}"))
                .description("Daily forecast for a city")
                .effect(SideEffect.READ)
                .build();
    }

    private Decision decide(ScriptedModel model) {
        return ModelPlanner.create().next(context(model).build());
    }

    private static Observation seen(String status, Object content) {
        return new Observation("c1", "weather.forecast@v1", status, Json.of(content));
    }

    private static Observation refused(String code) {
        return seen("failed", Map.of("error", Map.of("code", code, "message", "no")));
    }

    @Test
    void answer_thatIsAnAction_isTheDecision_afterOneQuestion() {
        ScriptedModel model = ScriptedModel.of(CALL);

        assertThat(decide(model)).isEqualTo(CALLED);
        assertThat(model.requests()).hasSize(1);
    }

    @Test
    void answer_thatIsNone_isAskedForAgain_withWhatWasWrong_onTopOfTheFirstQuestion() {
        ScriptedModel model = ScriptedModel.of("{\"action\":\"dance\"}", "{\"action\":", CALL);

        assertThat(decide(model)).isEqualTo(CALLED);
        List<LlmRequest> asked = model.requests();
        assertThat(asked).hasSize(3);
        assertThat(Asked.text(asked.get(1))).contains("{\"action\":\"dance\"}", "'dance' is no action");
        assertThat(Asked.text(asked.get(2))).contains("cut off").doesNotContain("dance");
        assertThat(asked.get(2).messages()).hasSize(asked.get(0).messages().size() + 2);
    }

    @Test
    void answers_thatAreNone_upToTheBound_endInNoPath_withAnEvent() {
        ScriptedModel model = ScriptedModel.of("{}", "{}", "{}");

        Decision.Finish end = (Decision.Finish) decide(model);
        assertThat(end.reason()).isEqualTo(FinishReason.NO_PATH);
        assertThat(end.result().get("gave_up")).contains(Json.of("answers"));
        assertThat(end.result().get("why").orElseThrow().asString()).contains("no \"action\"");
        model.assertUsedUp();
        assertThat(events)
                .singleElement()
                .isInstanceOfSatisfying(
                        PlannerGaveUp.class, event -> assertThat(event.count()).isEqualTo(3));
    }

    @Test
    void emptyAnswers_endInNoPath() {
        Decision.Finish end = (Decision.Finish) decide(ScriptedModel.of("", "  ", "\n"));

        assertThat(end.reason()).isEqualTo(FinishReason.NO_PATH);
    }

    @Test
    void plainText_isAskedAboutOnce_andIsTheResultWhenTheModelInsists() {
        ScriptedModel model = ScriptedModel.of("It rains.", "<think>again?</think> It rains, really.");

        assertThat(decide(model)).isEqualTo(Decision.finish(Json.of("It rains, really.")));
        assertThat(Asked.text(model.requests().get(1))).contains("if it is your final answer");
        assertThat(decide(ScriptedModel.of("I will look.", CALL))).isEqualTo(CALLED);
    }

    @Test
    void plainText_withHalfACharacter_isAResultAllTheSame() {
        assertThat(ModelPlanner.builder()
                        .maxAnswers(1)
                        .build()
                        .next(context(ScriptedModel.of("rain \ud83d")).build()))
                .isEqualTo(Decision.finish(Json.of("rain \ufffd")));
    }

    @Test
    void answer_thatWasCutOff_isNeverDone_evenIfItCanBeRead() {
        ScriptedModel model = ScriptedModel.builder()
                .then(ModelAnswer.of(new LlmReply(CALL, LlmUsage.NONE, "length", "m")))
                .then(FINISH)
                .build();

        assertThat(decide(model)).isEqualTo(Decision.finish(Json.of("rain")));
        assertThat(Asked.text(model.requests().get(1))).contains("was cut off");
    }

    @Test
    void failureOfTheModel_isPassedOn_asItIs() {
        ScriptedModel model = ScriptedModel.builder()
                .then(ModelAnswer.failure(ErrorClass.SERVER, "overloaded"))
                .build();

        assertThatExceptionOfType(LlmException.class)
                .isThrownBy(() -> decide(model))
                .withMessage("overloaded")
                .matches(failure -> failure.errorClass() == ErrorClass.SERVER);
    }

    @Test
    void cancelled_isFinished_withoutAQuestion() {
        ScriptedModel model = ScriptedModel.of();
        Cancellation cancellation = Cancellation.create();
        cancellation.cancel("no longer wanted");

        assertThat(ModelPlanner.create()
                        .next(context(model).cancellation(cancellation).build()))
                .isEqualTo(new Decision.Finish(FinishReason.CANCELLED, Json.NULL));
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void steps_thatAreUsedUp_endInNoPath_withoutAQuestion_andWithoutAListenerToEvents() {
        ModelPlanner planner = ModelPlanner.builder().maxSteps(2).build();
        FakePlanContext two = FakePlanContext.builder("goal")
                .model(ScriptedModel.of())
                .build()
                .after(CALLED, seen("succeeded", 1))
                .after(CALLED, seen("succeeded", 2));

        assertThat(planner.next(two)).matches(end -> ((Decision.Finish) end).reason() == FinishReason.NO_PATH);
        assertThat(planner.next(FakePlanContext.builder(two).events(events::add).build()))
                .isInstanceOf(Decision.Finish.class);
        assertThat(events)
                .singleElement()
                .isInstanceOfSatisfying(
                        PlannerGaveUp.class, event -> assertThat(event.limit()).isEqualTo("steps"));
    }

    @Test
    void faultsInARow_areToldLouderEachTime_andForgottenWithAGoodCall() {
        FakePlanContext turn =
                context(ScriptedModel.always(ModelAnswer.of(CALL))).build();
        for (String tier : List.of("reminder", "warning", "critical", "critical")) {
            turn = turn.after(CALLED, refused("INVALID_ARGUMENTS"));
            events.clear();
            ScriptedModel model = ScriptedModel.of(FINISH);
            ModelPlanner.create()
                    .next(FakePlanContext.builder(turn).model(model).build());
            assertThat(events)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            PlannerGuided.class,
                            event -> assertThat(event.tier()).isEqualTo(tier));
            assertThat(Asked.text(model.requests().get(0)).toLowerCase(java.util.Locale.ROOT))
                    .contains(tier + ":");
        }
        turn = turn.after(CALLED, seen("succeeded", "rain"));
        events.clear();
        ModelPlanner.create().next(turn);
        assertThat(events).isEmpty();
    }

    @Test
    void faultsInARow_upToTheBound_endInNoPath() {
        FakePlanContext turn = context(ScriptedModel.of()).build();
        for (int i = 0; i < ModelPlanner.DEFAULT_MAX_FAULTS; i++) {
            turn = turn.after(CALLED, refused("TOOL_NOT_FOUND"));
        }

        Decision.Finish end = (Decision.Finish) ModelPlanner.create().next(turn);
        assertThat(end.reason()).isEqualTo(FinishReason.NO_PATH);
        assertThat(end.result().get("gave_up")).contains(Json.of("faults"));
    }

    @Test
    void call_thatGaveTheSameResultTooOften_isRefused_howeverItIsSpelt() {
        FakePlanContext turn = context(ScriptedModel.of()).build();
        for (int i = 0; i < ModelPlanner.DEFAULT_MAX_REPEATS; i++) {
            Json spelt = Json.parse(i % 2 == 0 ? "{\"a\":1,\"b\":2.0}" : "{ \"b\":2, \"a\":1.0 }");
            turn = turn.after(
                    Decision.call(i % 2 == 0 ? "weather.forecast" : "weather_forecast", spelt),
                    seen("succeeded", "rain"));
        }
        String again = "{\"tool\":\"weather.forecast\",\"arguments\":{\"b\":2,\"a\":1}}";
        ScriptedModel stubborn = ScriptedModel.of(again, again, again);
        ScriptedModel sensible = ScriptedModel.of(again, FINISH);

        assertThat(ModelPlanner.create()
                        .next(FakePlanContext.builder(turn).model(stubborn).build()))
                .matches(end -> ((Decision.Finish) end).reason() == FinishReason.NO_PATH);
        assertThat(ModelPlanner.create()
                        .next(FakePlanContext.builder(turn).model(sensible).build()))
                .isEqualTo(Decision.finish(Json.of("rain")));
        assertThat(Asked.text(sensible.requests().get(1))).contains("was called 5 times");
    }

    @Test
    void call_whoseResultChanges_mayBeRepeated() {
        FakePlanContext turn = context(ScriptedModel.of(CALL)).build();
        for (int i = 0; i < 4 * ModelPlanner.DEFAULT_MAX_REPEATS; i++) {
            turn = turn.after(CALLED, seen("succeeded", "pending " + i / 4));
        }

        assertThat(ModelPlanner.create().next(turn)).isEqualTo(CALLED);
    }

    @Test
    void format_thatTheModelCannotGive_isAskedForOnce_andThenNotAgain() {
        ScriptedModel model = ScriptedModel.builder()
                .when(
                        request -> request.responseFormat().kind() == ResponseFormat.Kind.JSON_SCHEMA,
                        ModelAnswer.throwing(() -> new LlmException(
                                ErrorCode.FORMAT_UNSUPPORTED, ErrorClass.PERMANENT, "no schemas", null)))
                .when(request -> true, ModelAnswer.of(CALL))
                .build();
        ModelPlanner planner = ModelPlanner.create();

        planner.next(context(model).build());
        planner.next(context(model).build());
        assertThat(model.requests())
                .extracting(request -> request.responseFormat().kind())
                .containsExactly(
                        ResponseFormat.Kind.JSON_SCHEMA,
                        ResponseFormat.Kind.JSON_OBJECT,
                        ResponseFormat.Kind.JSON_OBJECT);
        assertThat(events).hasOnlyElementsOfType(LlmFormatDowngraded.class).hasSize(1);
    }

    @Test
    void window_thatIsTooSmall_getsASmallerPrompt_andThenTheFailure() {
        ModelAnswer tooMuch = ModelAnswer.throwing(
                () -> new LlmException(ErrorCode.CONTEXT_WINDOW_EXCEEDED, ErrorClass.PERMANENT, "too much", null));
        ScriptedModel model = ScriptedModel.builder().then(tooMuch).then(CALL).build();
        FakePlanContext turn = context(model).build();
        for (int i = 0; i < 60; i++) {
            turn = turn.after(CALLED, seen("succeeded", i + "x".repeat(2_000)));
        }

        assertThat(ModelPlanner.create().next(turn)).isEqualTo(CALLED);
        assertThat(Asked.text(model.requests().get(1)).length())
                .isLessThan(Asked.text(model.requests().get(0)).length() * 2 / 3);
        assertThatExceptionOfType(LlmException.class)
                .isThrownBy(() -> decide(ScriptedModel.always(tooMuch)))
                .matches(failure -> failure.code().equals(ErrorCode.CONTEXT_WINDOW_EXCEEDED));
    }

    @Test
    void model_isAskedOnBehalfOfTheRun_untilTheSoonerOfItsTimes_asTheProfileSays() {
        ScriptedModel model = ScriptedModel.of(CALL, CALL);
        BudgetLeft seconds = new BudgetLeft(Duration.ofSeconds(9), null, null, null, null, null, null, null);
        FakePlanContext context = context(model)
                .budget(seconds)
                .instructions(new Instructions("You are terse.", "Look outside.", 77, 0.5))
                .build();

        ModelPlanner.create().next(context);
        ModelPlanner.builder().answerTimeout(Duration.ofSeconds(3)).build().next(context);
        assertThat(model.calls())
                .extracting(call -> call.deadline().orElseThrow())
                .containsExactly(ManualClock.START.plusSeconds(9), ManualClock.START.plusSeconds(3));
        assertThat(model.calls().get(0).identity()).isEqualTo(context.identity());
        assertThat(model.calls().get(0).runId()).contains(context.runId());
        assertThat(model.requests().get(0).maxOutputTokens()).isEqualTo(77);
        assertThat(model.requests().get(0).temperature()).isEqualTo(0.5);
    }

    @Test
    void reasoning_isInNoDecision_norInTheNextPrompt() {
        ScriptedModel model = ScriptedModel.of(
                "<think>the secret plan</think>{\"thought\":\"my secret\",\"say\":\"a"
                        + " secret\",\"tool\":\"weather.forecast\",\"arguments\":{\"city\":\"Oslo\"}}",
                FINISH);
        FakePlanContext start = context(model).build();

        Decision decision = ModelPlanner.create().next(start);
        assertThat(decision).isEqualTo(CALLED);
        ModelPlanner.create().next(start.after(decision, seen("succeeded", "rain")));
        assertThat(Asked.text(model.requests().get(1))).doesNotContain("secret");
    }

    /** Hears everything. */
    private static final class Notes implements PlannerListener {

        private final List<String> notes = new ArrayList<>();

        @Override
        public void asking(PlanContext context, int attempt) {
            notes.add("asking " + attempt);
        }

        @Override
        public void said(PlanContext context, String piece) {
            notes.add("said " + piece);
        }

        @Override
        public void refused(PlanContext context, int attempt, String problem) {
            notes.add("refused " + attempt);
        }

        @Override
        public void decided(PlanContext context, Decision decision) {
            notes.add("decided " + decision.getClass().getSimpleName());
        }
    }

    @Test
    void listener_hearsWhatTheModelSays_whileItSaysIt() {
        Notes notes = new Notes();
        ScriptedModel model = ScriptedModel.builder()
                .then(ModelAnswer.streamed("{\"say\":\"Hm", "m.\",\"action\":\"sing\"}"))
                .then(ModelAnswer.streamed("{\"say\":\"I lo", "ok.\",", CALL.substring(1)))
                .build();

        ModelPlanner.builder().listener(notes).build().next(context(model).build());
        assertThat(notes.notes)
                .containsExactly(
                        "asking 1",
                        "said Hm",
                        "said m.",
                        "refused 1",
                        "asking 2",
                        "said I lo",
                        "said ok.",
                        "decided CallTool");
    }

    @Test
    void listener_thatThrows_changesNothing() {
        Notes notes = new Notes();
        PlannerListener broken = new PlannerListener() {
            @Override
            public void asking(PlanContext context, int attempt) {
                throw new IllegalStateException("broken");
            }
        };

        assertThat(ModelPlanner.builder()
                        .listener(broken)
                        .listener(notes)
                        .build()
                        .next(context(ScriptedModel.of(CALL)).build()))
                .isEqualTo(CALLED);
        assertThat(notes.notes).startsWith("asking 1");
    }

    /** Answers that are whole, wrapped, several, wrong, cut off, or none; what is none is followed by one that is. */
    static List<String> answers() {
        String call = "{\"tool\":\"weather.forecast\",\"arguments\":{\"city\":\"\\u00d8slo\"}}";
        return List.of(
                "<think>\u00e9</think>\n{\"say\":\"\ud83d\ude80 up\",\"action\":\"call\",\"calls\":[" + call
                        + ",{\"tool\":\"weather.forecast\",\"arguments\":{}}]}",
                "Here:\n```json\n{\"say\":\"\\ud83d\\ude80\\n\",\"action\":\"call\",\"calls\":[" + call
                        + "],}\n```\nDone.",
                "{\"action\":\"call\",\"calls\":[" + call + "]}{\"action\":\"call\",\"calls\":[" + call + "]}",
                "{\"action\":\"finish\",\"result\":{\"\u00f8\":[1.50,\"\ud83d\ude80\",null]},\"say\":\"so \u2713\"}",
                "{\"say\":\"half\",\"action\":\"call\",\"calls\":[" + call,
                "{\"say\":\"a\",\"say\":\"b\",\"action\":\"finish\"}",
                "It rains in \u00d8slo \ud83d\ude80.",
                "");
    }

    @ParameterizedTest
    @MethodSource("answers")
    void answer_streamedInAnyPieces_isTheSameDecision_andTheSameWords(String answer) {
        Random random = new Random(11);
        Heard whole = heard(answer);
        for (int round = 0; round < 100; round++) {
            assertThat(heard(cut(answer, random))).isEqualTo(whole);
        }
    }

    @Test
    void answer_thatIsNotStreamed_isTheSameDecisionAsAStreamedOne() {
        for (String answer : answers()) {
            assertThat(decide(ScriptedModel.of(answer, FINISH, FINISH)))
                    .isEqualTo(heard(answer).decision());
        }
    }

    /** Is what came of an answer. */
    private record Heard(Decision decision, String words) {}

    private Heard heard(String... pieces) {
        StringBuilder said = new StringBuilder();
        PlannerListener words = new PlannerListener() {
            @Override
            public void said(PlanContext context, String piece) {
                said.append(piece);
            }
        };
        ScriptedModel model = ScriptedModel.builder()
                .then(ModelAnswer.streamed(pieces))
                .then(FINISH)
                .then(FINISH)
                .build();
        Decision decision = ModelPlanner.builder()
                .listener(words)
                .build()
                .next(context(model).build());
        return new Heard(decision, said.toString());
    }

    private static String[] cut(String text, Random random) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + random.nextInt(12));
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces.toArray(String[]::new);
    }

    @Test
    void arms_areOnlyThoseThatAreAllowed() {
        String spawn = "{\"action\":\"spawn\",\"goal\":\"look\"}";
        String pause = "{\"action\":\"pause\",\"message\":\"May I?\"}";

        assertThat(decide(ScriptedModel.of(spawn, pause, FINISH))).isEqualTo(Decision.finish(Json.of("rain")));
        ModelPlanner all = ModelPlanner.builder().tasks(true).pauses(true).build();
        assertThat(Stream.of(spawn, pause)
                        .map(answer -> all.next(
                                        context(ScriptedModel.of(answer)).build())
                                .getClass()
                                .getSimpleName()))
                .containsExactly("SpawnTask", "RequestPause");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 2_000_000})
    void settings_outOfBounds_areRefused(int value) {
        ModelPlanner.Builder builder = ModelPlanner.builder();
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxAnswers(value));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxCalls(value));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxSteps(value));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxRepeats(value));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxFaults(value));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxExamples(value == 0 ? -1 : value));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.promptTokens(Math.min(value, 999)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.answerTimeout(Duration.ofSeconds(Math.min(value, 0))));
    }
}
