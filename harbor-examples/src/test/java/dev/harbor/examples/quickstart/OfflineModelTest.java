package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.policy.Cancellation;
import dev.harbor.testkit.FakePlanContext;
import dev.harbor.testkit.TestIdentities;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OfflineModelTest {

    private final OfflineModel model = new OfflineModel();
    private final SurveyPlanner planner = new SurveyPlanner(remark -> {});

    private FakePlanContext start() {
        return FakePlanContext.builder("Survey")
                .input(Json.parse("{\"directory\": \"here\"}"))
                .model(model)
                .build();
    }

    @Test
    void answer_toTheSameMessages_isTheSame() {
        LlmRequest request = Prompt.of(start());
        LlmCall call = LlmCall.of(TestIdentities.run().identity());

        LlmReply first = model.complete(request, call);

        assertThat(model.complete(request, call)).isEqualTo(first);
        assertThat(first.usage()).isEqualTo(LlmUsage.NONE);
        assertThat(first.model()).isEqualTo("offline-script");
    }

    @Test
    void model_thatIsToldNoEveryTime_stillComesToAnEnd() throws Exception {
        FakePlanContext context = start();
        Decision decision = planner.next(context);
        int steps = 1;
        while (!(decision instanceof Decision.Finish)) {
            assertThat(steps++).isLessThan(12);
            context = context.after(decision, refusals(decision));
            decision = planner.next(context);
        }
        Report report = Findings.CODEC.decode(((Decision.Finish) decision).result());
        assertThat(report.directory()).isEqualTo("here");
        assertThat(report.files()).isZero();
        assertThat(report.paged()).isEqualTo(Optional.empty());
    }

    private static Observation[] refusals(Decision decision) {
        return Action.of(decision).calls().stream()
                .map(call -> new Observation("c", call.tool(), "failed", Json.of(Map.of("error", "no"))))
                .toArray(Observation[]::new);
    }

    @Test
    void call_thatIsCancelled_isRefused() {
        Cancellation cancelled = Cancellation.create();
        cancelled.cancel("enough");
        LlmCall call = LlmCall.of(TestIdentities.run().identity()).cancellation(cancelled);

        assertThatThrownBy(() -> model.complete(Prompt.of(start()), call)).isInstanceOf(LlmException.class);
    }
}
