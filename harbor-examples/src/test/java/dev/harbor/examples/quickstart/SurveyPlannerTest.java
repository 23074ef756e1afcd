package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.llm.Content;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.ResponseFormat;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.testkit.FakePlanContext;
import dev.harbor.testkit.ScriptedModel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SurveyPlannerTest {

    private static final String CALL =
            "{\"say\": \"I look.\", \"calls\": [{\"tool\": \"files.list\", \"arguments\": {\"path\": \".\"}}]}";

    private final List<String> remarks = new ArrayList<>();
    private final SurveyPlanner planner = new SurveyPlanner(remarks::add);

    private static PlanContext context(ScriptedModel model) {
        return FakePlanContext.builder("Survey")
                .input(Json.parse("{\"directory\": \"here\"}"))
                .model(model)
                .build();
    }

    @Test
    void answer_withOneCall_isThatCall() throws Exception {
        Decision decision = planner.next(context(ScriptedModel.of(CALL)));

        assertThat(decision).isEqualTo(Decision.call("files.list", Json.parse("{\"path\": \".\"}")));
        assertThat(remarks).containsExactly("I look.");
    }

    @Test
    void answer_withSeveralCalls_isParallel() throws Exception {
        String two = CALL.replace("}}]", "}}, {\"tool\": \"lines.count\", \"arguments\": {}}]");

        assertThat(planner.next(context(ScriptedModel.of(two)))).isInstanceOf(Decision.CallParallel.class);
    }

    @Test
    void answer_withResult_isTheEnd() throws Exception {
        ScriptedModel model = ScriptedModel.of("{\"say\": \"Done.\", \"calls\": [], \"finish\": {\"files\": 3}}");

        assertThat(planner.next(context(model))).isEqualTo(Decision.finish(Json.parse("{\"files\": 3}")));
    }

    @Test
    void answer_thatIsNoAction_isAskedForAgainWithTheReason() throws Exception {
        ScriptedModel model = ScriptedModel.of("Sure! I will", "{\"say\": 1, \"calls\": []}", CALL);

        assertThat(planner.next(context(model))).isInstanceOf(Decision.CallTool.class);

        assertThat(ScriptedModel.text(model.requests().get(1)))
                .contains("Sure! I will")
                .contains("That is no action");
        assertThat(ScriptedModel.text(model.requests().get(2))).contains("/say");
        assertThat(remarks).containsExactly("I look.");
    }

    @Test
    void answers_thatAreNeverActions_failAfterThree() {
        ScriptedModel model = ScriptedModel.of("Well", "Hm", "Sorry", CALL);

        assertThatThrownBy(() -> planner.next(context(model))).isInstanceOf(MalformedJsonException.class);
        assertThat(model.remaining()).isEqualTo(1);
    }

    @Test
    void answer_withNeitherCallsNorResult_isNoAction() {
        ScriptedModel model = ScriptedModel.of(
                "{\"say\": \"\", \"calls\": []}", "{\"say\": \"\", \"calls\": []}", "{\"say\": \"\", \"calls\": []}");

        assertThatThrownBy(() -> planner.next(context(model))).isInstanceOf(Action.Empty.class);
    }

    @Test
    void answer_thatIsLong_isNotQuotedAtLength() throws Exception {
        ScriptedModel model = ScriptedModel.of("no ".repeat(20_000), CALL);

        planner.next(context(model));

        assertThat(largestPart(model.requests().get(1))).isLessThan(8 * 1024);
    }

    @Test
    void prompt_isMadeOfSmallParts_oneAnObservation() throws Exception {
        Decision decision = Decision.call("files.list", Json.parse("{\"path\": \".\"}"));
        Json nearlyHeavy = Json.of("x".repeat(32 * 1024 - 3));
        PlanContext later = FakePlanContext.builder(context(ScriptedModel.of()))
                .build()
                .after(decision, new Observation("c1", "files.list@v1", "succeeded", nearlyHeavy));

        LlmRequest request = Prompt.of(later);

        assertThat(largestPart(request)).isEqualTo(32 * 1024 - 1);
        assertThat(request.responseFormat().kind()).isEqualTo(ResponseFormat.Kind.JSON_SCHEMA);
    }

    private static int largestPart(LlmRequest request) {
        return request.messages().stream()
                .flatMap(message -> message.parts().stream())
                .mapToInt(part -> ((Content.Text) part).text().length())
                .max()
                .orElseThrow();
    }
}
