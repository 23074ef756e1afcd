package dev.harbor.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.LlmAttempted;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.plan.PlanContext;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.planner.PlannerListener;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.Breaker;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.ModelAnswer;
import dev.harbor.testkit.ScriptedModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** A model under a policy, as tools are. */
final class ModelPolicyTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final String FINISH = "{\"say\":\"ok\",\"action\":\"finish\",\"result\":\"done\"}";

    private final Queue<HarborEvent> events = new ConcurrentLinkedQueue<>();
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    private static ToolPolicy.Builder policy() {
        return ToolPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofMillis(1)));
    }

    private HarborRuntime runtime(LlmClient model, ToolPolicy policy) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .llm(model, policy)
                .planner(ModelPlanner.builder().listener(new Words()).build())
                .events(events::add)
                .build();
    }

    private final class Words implements PlannerListener {

        @Override
        public void asking(PlanContext context, int attempt) {
            heard.add("asking");
        }

        @Override
        public void said(PlanContext context, String piece) {
            heard.add(piece);
        }
    }

    private static RunResult run(HarborRuntime runtime) {
        return runtime.as(Identity.of("acme", "ada", "s1"))
                .start(RunRequest.goal("do it"))
                .await(BOUND);
    }

    private RunResult run(LlmClient model, ToolPolicy policy) {
        try (HarborRuntime runtime = runtime(model, policy)) {
            return run(runtime);
        }
    }

    private List<String> attempts() {
        List<String> failures = new ArrayList<>();
        events.stream()
                .filter(LlmAttempted.class::isInstance)
                .map(event -> ((LlmAttempted) event).failure())
                .forEach(failure -> failures.add(String.valueOf(failure)));
        return failures;
    }

    private static ModelAnswer fails(ErrorClass errorClass) {
        return ModelAnswer.failure(errorClass, "no");
    }

    @Test
    void failures_thatMayPass_areTriedAgain_asOneCallOfTheModel() {
        ScriptedModel model = ScriptedModel.builder()
                .then(fails(ErrorClass.TRANSIENT))
                .then(fails(ErrorClass.SERVER))
                .then(FINISH)
                .build();

        RunResult result = run(model, policy().build());
        assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(result.usage().modelCalls()).isEqualTo(1);
        assertThat(attempts()).containsExactly("transient", "5xx", "null");
    }

    @Test
    void failure_thatStays_isNotTriedAgain_andOneTooManyEndsTheRun() {
        RunResult permanent =
                run(ScriptedModel.builder().then(fails(ErrorClass.PERMANENT)).build(), policy().build());
        assertThat(permanent.reason()).isEqualTo("model_failed");
        assertThat(attempts()).containsExactly("permanent");

        ScriptedModel never = ScriptedModel.always(fails(ErrorClass.TRANSIENT));
        RunResult exhausted = run(never, policy().build());
        assertThat(exhausted.state()).isEqualTo(RunState.FAILED);
        assertThat(exhausted.reason()).isEqualTo("model_failed");
        assertThat(never.requests()).hasSize(3);
    }

    @Test
    void attempt_thatTakesTooLong_isGivenUp_andTriedAgain() {
        ScriptedModel model =
                ScriptedModel.builder().then(ModelAnswer.never()).then(FINISH).build();

        RunResult result = run(model, policy().timeout(Duration.ofMillis(200)).build());
        assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(attempts()).containsExactly("timeout", "null");
    }

    @Test
    void piecesOfAnAttemptThatFailed_countNoMore() {
        LlmClient cut = new LlmClient() {
            private int asked;

            @Override
            public synchronized LlmReply complete(LlmRequest request, LlmCall call) {
                if (asked++ == 0) {
                    call.deltas().accept("{\"say\":\"I wi");
                    throw new LlmException(ErrorClass.TRANSIENT, "cut", null);
                }
                call.deltas().accept(FINISH);
                return LlmReply.of(FINISH);
            }
        };

        assertThat(run(cut, policy().build()).result()).isEqualTo(Json.of("done"));
        assertThat(heard).containsExactly("asking", "I wi", "asking", "ok");
    }

    @Test
    void breaker_leavesAModelAlone_thatFailedTooOften() {
        ScriptedModel model = ScriptedModel.always(fails(ErrorClass.SERVER));
        ToolPolicy policy = policy().noRetry()
                .breaker(new Breaker(4, 4, 50, Duration.ofSeconds(30), 1))
                .build();
        try (HarborRuntime runtime = runtime(model, policy)) {
            for (int i = 0; i < 10; i++) {
                assertThat(run(runtime).reason()).isEqualTo("model_failed");
            }
        }

        assertThat(model.requests()).hasSize(4);
    }

    @Test
    void cancelledRun_endsTheAttempt() {
        ScriptedModel model = ScriptedModel.always(ModelAnswer.never());
        try (HarborRuntime runtime = runtime(model, policy().noTimeout().build())) {
            var run = runtime.as(Identity.of("acme", "ada", "s1")).start(RunRequest.goal("do it"));
            model.awaitRequests(1);
            run.cancel("no longer wanted");

            assertThat(run.await(BOUND).state()).isEqualTo(RunState.CANCELLED);
        }
    }
}
