package dev.harbor.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.policy.ErrorClass;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.testkit.FakePlanContext;
import dev.harbor.testkit.FakeToolContext;
import dev.harbor.testkit.FaultInjector;
import dev.harbor.testkit.JournalContract;
import dev.harbor.testkit.ManualClock;
import dev.harbor.testkit.ModelAnswer;
import dev.harbor.testkit.ScriptedModel;
import dev.harbor.testkit.ScriptedPlanner;
import dev.harbor.testkit.TestIdentities;
import dev.harbor.testkit.ToolRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The code that the page about testing quotes. */
final class TestWithTheTestkitTest {

    // snippet: testkit-tool
    record Mail(String to, String text) {}

    record Receipt(String id) {}

    static final Tool<Mail, Receipt> SEND = Tool.of(
                    "mail.send", Mail.class, Receipt.class, (mail, context) -> new Receipt(context.idempotencyKey()))
            .description("Sends a mail")
            .effect(SideEffect.WRITE);
    // end

    @Test
    void handler_alone() throws Exception {
        // snippet: testkit-handler
        FakeToolContext context =
                FakeToolContext.builder().idempotencyKey("key-1").attempt(2).build();
        Receipt receipt = SEND.invoker().invoke(new Mail("ada", "hi"), context).value();

        assertThat(receipt.id()).isEqualTo("key-1");
        // end
    }

    @Test
    void agent_whole() {
        // snippet: testkit-agent
        EventRecorder events = EventRecorder.create();
        ScriptedPlanner planner = ScriptedPlanner.of(
                Decision.call("mail.send", Json.parse("{\"to\":\"ada\",\"text\":\"hi\"}")),
                Decision.finish(Json.parse("{\"sent\":true}")));
        Identity ada = TestIdentities.unique();

        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .events(events)
                .tools(SEND)
                .build()) {
            RunResult end = runtime.as(ada)
                    .start(RunRequest.goal("Greet Ada").planner(planner))
                    .await(Duration.ofSeconds(30));

            assertThat(end.isSuccess()).isTrue();
            planner.assertUsedUp();
            assertThat(planner.contexts())
                    .last()
                    .satisfies(seen -> assertThat(seen.trajectory()
                                    .lastObservation()
                                    .orElseThrow()
                                    .isSuccess())
                            .isTrue());
            events.assertSequence("run.started", "tool.invoked", "tool.completed", "run.ended");
            events.assertNoLeaks(new RunIdentity(ada, end.runId()));
        }
        // end
    }

    @Test
    void planner_alone() throws Exception {
        // snippet: testkit-planner
        ScriptedModel model = ScriptedModel.builder()
                .when(ScriptedModel.mentions("receipt"), ModelAnswer.of("done"))
                .then(ModelAnswer.failure(ErrorClass.TRANSIENT, "overloaded"))
                .then("mail.send")
                .build();
        Planner planner = new AskingPlanner();
        FakePlanContext start = FakePlanContext.builder("Greet Ada")
                .tools(SEND.definition())
                .model(model)
                .build();

        Decision first = planner.next(start);
        assertThat(first).isInstanceOf(Decision.CallTool.class);

        Observation sent = new Observation("call-1", "mail.send", "succeeded", Json.parse("{\"id\":\"receipt-7\"}"));
        assertThat(planner.next(start.after(first, sent))).isInstanceOf(Decision.Finish.class);
        assertThat(model.requests()).hasSize(3);
        // end
    }

    /** Asks its model again when it fails. */
    private static final class AskingPlanner implements Planner {

        @Override
        public Decision next(PlanContext context) {
            String seen = context.trajectory()
                    .lastObservation()
                    .map(observation -> observation.content().toString())
                    .orElse("nothing");
            LlmRequest request = LlmRequest.of(List.of(Message.of(Role.USER, context.goal(), seen)));
            String answer = ask(context, request);
            return answer.equals("done")
                    ? Decision.finish(Json.EMPTY_OBJECT)
                    : Decision.call(answer, Json.parse("{\"to\":\"ada\",\"text\":\"hi\"}"));
        }

        private static String ask(PlanContext context, LlmRequest request) {
            LlmCall call = LlmCall.of(context.identity()).run(context.runId());
            try {
                return context.model().complete(request, call).text();
            } catch (dev.harbor.llm.LlmException e) {
                return context.model().complete(request, call).text();
            }
        }
    }

    @Test
    void answer_lost() {
        // snippet: testkit-faults
        ToolRecorder effects = ToolRecorder.inMemory();
        try (FaultInjector faults = FaultInjector.create();
                HarborRuntime runtime = HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .tools(faults.wrap(effects.wrap(SEND)))
                        .build()) {
            faults.on(SEND).commitThenFail(() -> new IOException("connection reset"));

            ToolOutcome<Json> outcome = runtime.as(TestIdentities.DEFAULT)
                    .call("mail.send", Json.parse("{\"to\":\"ada\",\"text\":\"hi\"}"));

            assertThat(outcome).isInstanceOf(ToolOutcome.Unknown.class);
            assertThat(effects.count()).isEqualTo(1);
            effects.assertAtMostOnce();
        }
        // end
    }

    @Test
    void time_byHand() {
        AtomicReference<String> state = new AtomicReference<>("waiting");
        // snippet: testkit-clock
        ManualClock clock = ManualClock.create();
        clock.schedule(Duration.ofMinutes(5), () -> state.set("expired"));
        clock.advance(Duration.ofMinutes(4));
        assertThat(state).hasValue("waiting");
        clock.advanceToNext();
        assertThat(state).hasValue("expired");
        // end
    }

    // snippet: testkit-contract
    @Nested
    final class MyJournalTest extends JournalContract {

        @Override
        protected Journal create(Clock clock) {
            return InMemoryJournal.create(clock);
        }

        @Override
        protected Journal reopen(Journal journal, Clock clock) {
            return journal; // one that lives in memory ends with its process
        }
    }
    // end
}
