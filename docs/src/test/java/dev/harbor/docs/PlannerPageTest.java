package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.RestrictionPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.plan.PlanContext;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.planner.PlannerListener;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.FakePlanContext;
import dev.harbor.testkit.ScriptedModel;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code that the page about planners quotes. */
final class PlannerPageTest {

    record Query(String city) {}

    record Forecast(List<String> lines) {}

    @Test
    void modelPlanner() {
        Tool<Query, Forecast> forecast = Tool.of(
                        "weather.forecast",
                        Query.class,
                        Forecast.class,
                        query -> new Forecast(List.of("rain in " + query.city())))
                .effect(SideEffect.READ);
        LlmClient model = ScriptedModel.of(
                "{\"action\":\"call\",\"calls\":[{\"tool\":\"weather.forecast\",\"arguments\":{\"city\":\"Oslo\"}}]}",
                "{\"action\":\"finish\",\"result\":\"rain\"}");
        // snippet: model-planner
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(forecast)
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .access(RestrictionPolicy.allowing(SideEffect.PURE, SideEffect.READ))
                .llm(model)
                .planner(ModelPlanner.create())
                .build()) {
            RunResult end = runtime.as(Identity.of("acme", "ada", "session-1"))
                    .start(RunRequest.goal("What is the weather in Oslo?"))
                    .await(Duration.ofMinutes(5));
            // end
            assertThat(end.result()).isEqualTo(Json.of("rain"));
        }
    }

    @Test
    void listener() {
        StringBuilder words = new StringBuilder();
        // snippet: listener
        ModelPlanner planner = ModelPlanner.builder()
                .listener(new PlannerListener() {
                    @Override
                    public void said(PlanContext context, String piece) {
                        words.append(piece);
                    }
                })
                .build();
        // end
        planner.next(FakePlanContext.builder("What is the weather in Oslo?")
                .model(ScriptedModel.of("{\"say\":\"Rain.\",\"action\":\"finish\",\"result\":\"rain\"}"))
                .build());
        assertThat(words.toString()).isEqualTo("Rain.");
    }
}
