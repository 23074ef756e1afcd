package dev.harbor.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmRequest;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Observation;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.GoalProfile;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.ModelAnswer;
import dev.harbor.testkit.ScriptedModel;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Whole runs, from a goal to tool calls, by what a model says. */
final class ModelRunTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final String FINISH = "{\"action\":\"finish\",\"result\":\"done\"}";

    record City(String city) {}

    record Forecast(String text) {}

    private static Tool<City, Forecast> weather() {
        return Tool.of("weather.forecast", City.class, Forecast.class, city -> new Forecast("rain in " + city.city()))
                .effect(SideEffect.READ);
    }

    private static HarborRuntime.Builder runtime(ScriptedModel model) {
        return HarborRuntime.builder()
                .tools(weather())
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .llm(model)
                .planner(ModelPlanner.builder().tasks(true).pauses(true).build());
    }

    private static RunResult run(ScriptedModel model, UnaryOperator<RunRequest> request) {
        try (HarborRuntime runtime = runtime(model).build()) {
            return runtime.as(ADA)
                    .start(request.apply(RunRequest.goal("What is the weather?")))
                    .await(BOUND);
        }
    }

    private static RunResult run(ScriptedModel model) {
        return run(model, request -> request);
    }

    private static String call(String tool, String arguments) {
        return "{\"action\":\"call\",\"calls\":[{\"tool\":\"" + tool + "\",\"arguments\":" + arguments + "}]}";
    }

    private static String last(ScriptedModel model) {
        List<LlmRequest> requests = model.requests();
        return Asked.text(requests.get(requests.size() - 1));
    }

    @Test
    void goal_leadsToCalls_andTheirResultsToTheEnd() {
        ScriptedModel model = ScriptedModel.of(call("weather.forecast", "{\"city\":\"Oslo\"}"), FINISH);

        RunResult result = run(model);
        assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(result.result()).isEqualTo(Json.of("done"));
        assertThat(last(model)).contains("rain in Oslo");
        assertThat(result.usage().modelCalls()).isEqualTo(2);
    }

    @Test
    void unknownNamesAndBadArguments_areAnswered_andEndNothing() {
        ScriptedModel model = ScriptedModel.of(
                call("weather.forecats", "{\"city\":\"Oslo\"}"),
                call("weather.forecast", "{\"town\":5}"),
                call("weather.forecast", "\"{\\\"city\\\":\""),
                call("weather.forecast", "\"{\\\"city\\\":\\\"Oslo\\\"}\""),
                FINISH);

        RunResult result = run(model);
        assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(result.trajectory().steps())
                .flatExtracting(step ->
                        step.observations().stream().map(Observation::status).toList())
                .containsExactly("failed", "failed", "failed", "succeeded");
        assertThat(last(model)).contains("TOOL_NOT_FOUND", "INVALID_ARGUMENTS", "rain in Oslo");
        assertThat(Asked.text(model.requests().get(1))).contains("weather.forecast");
    }

    @Test
    void calls_inOneAnswer_areMadeTogether_eachWithItsResult() {
        ScriptedModel model = ScriptedModel.of(
                "{\"action\":\"call\",\"calls\":[{\"tool\":\"weather.forecast\",\"arguments\":{\"city\":\"Oslo\"}},"
                        + "{\"tool\":\"no.such\",\"arguments\":{}},{\"tool\":\"weather.forecast\",\"arguments\":{\"city\":\"Rome\"}}]}",
                FINISH);

        RunResult result = run(model);
        assertThat(result.trajectory().steps().get(0).observations())
                .extracting(Observation::status)
                .containsExactly("succeeded", "failed", "succeeded");
        assertThat(last(model)).containsSubsequence("rain in Oslo", "TOOL_NOT_FOUND", "rain in Rome");
    }

    @Test
    void task_isSpawned_driven_andAwaited() {
        ScriptedModel model = ScriptedModel.builder()
                .when(
                        ScriptedModel.mentions("The goal: ask the sea"),
                        ModelAnswer.of("{\"action\":\"finish\",\"result\":\"calm\"}"))
                .then("{\"action\":\"spawn\",\"goal\":\"ask the sea\"}")
                .then(ModelAnswer.computed(request -> {
                    String text = Asked.text(request);
                    String marker = "\"task_id\":\"";
                    int at = text.lastIndexOf(marker) + marker.length();
                    return "{\"action\":\"await\",\"task\":\"" + text.substring(at, text.indexOf('"', at)) + "\"}";
                }))
                .then(FINISH)
                .build();

        RunResult result = run(model);
        assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(last(model)).contains("\"result\":\"calm\"");
    }

    @Test
    void question_toAPerson_parksTheRun_andItsAnswerIsRead() {
        ScriptedModel model = ScriptedModel.of("{\"action\":\"pause\",\"message\":\"Which city?\"}", FINISH);
        try (HarborRuntime runtime = runtime(model).build()) {
            Caller ada = runtime.as(ADA);
            RunResult waits = ada.start(RunRequest.goal("What is the weather?")).await(BOUND);
            assertThat(waits.state()).isEqualTo(RunState.WAITING);
            assertThat(waits.reason()).isEqualTo("pause:await_input");

            RunResult result = ada.resolvePause(
                            waits.tokens().get(0), Resolution.resume("ada", Json.parse("{\"city\":\"Oslo\"}")))
                    .run()
                    .await(BOUND);
            assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(last(model)).contains("{\"action\":\"pause\"", "Oslo");
        }
    }

    @Test
    void profile_speaksToTheModel_andItsContractEndsTheRun() {
        ScriptedModel model = ScriptedModel.of("Rain.", "Rain, I said.");
        RunResult result = run(
                model,
                request -> request.profile(GoalProfile.builder("desk", "v1", "You are a weather desk.")
                        .build()));

        assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(result.result()).isEqualTo(Json.parse("{\"summary\":\"Rain, I said.\"}"));
        assertThat(last(model)).startsWith("=== system\n--- text\nYou are a weather desk.");
    }

    @Test
    void answersThatAreNone_useTheBudget_toTheCall() {
        ScriptedModel model = ScriptedModel.always(ModelAnswer.of("{}"));
        RunResult result = run(
                model,
                request ->
                        request.limits(BudgetLimits.builder().maxModelCalls(2).build()));

        assertThat(result.state()).isEqualTo(RunState.FAILED);
        assertThat(result.reason()).isEqualTo("model_budget_exhausted");
        assertThat(model.requests()).hasSize(2);
        assertThat(result.usage().modelCalls()).isEqualTo(2);
    }

    @Test
    void modelWithoutSense_endsTheRun_withNoPath() {
        RunResult result = run(ScriptedModel.always(ModelAnswer.of("{\"action\":\"dance\"}")));

        assertThat(result.state()).isEqualTo(RunState.FAILED);
        assertThat(result.reason()).isEqualTo("no_path");
        assertThat(result.result().get("gave_up")).contains(Json.of("answers"));
    }

    @Test
    void sameCallForEver_endsTheRun_beforeItsBudget() {
        ScriptedModel model = ScriptedModel.always(ModelAnswer.of(call("weather.forecast", "{\"city\":\"Oslo\"}")));
        RunResult result = run(model);

        assertThat(result.reason()).isEqualTo("no_path");
        assertThat(result.usage().toolCalls()).isEqualTo(ModelPlanner.DEFAULT_MAX_REPEATS);
    }

    @Test
    void runtimeOfTheLowestThreshold_asksTheModelAllTheSame() {
        ScriptedModel model =
                ScriptedModel.of(call("weather.forecast", "{\"city\":\"" + "O".repeat(3000) + "\"}"), FINISH);
        try (HarborRuntime runtime = runtime(model)
                .artifacts(Artifacts.builder().thresholdBytes(1024).memory())
                .build()) {
            RunResult result = runtime.as(ADA)
                    .start(RunRequest.goal("g".repeat(30_000))
                            .input(Json.of(java.util.Map.of("text", "x".repeat(5_000)))))
                    .await(BOUND);

            assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(last(model)).contains("artifact_ref").doesNotContain("O".repeat(1000));
        }
    }
}
