package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.plan.BudgetLeft;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Instructions;
import dev.harbor.plan.Observation;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class FakeContextsTest {

    private static final Decision END = Decision.finish(Json.EMPTY_OBJECT);

    private final RunIdentity run = TestIdentities.run();

    @Test
    void planContext_ofGoalAlone_hasTheRest() {
        FakePlanContext context = FakePlanContext.builder("goal").build();

        assertThat(context.goal()).isEqualTo("goal");
        assertThat(context.identity()).isEqualTo(TestIdentities.DEFAULT);
        assertThat(context.input()).isEqualTo(Json.EMPTY_OBJECT);
        assertThat(context.instructions()).isEqualTo(Instructions.NONE);
        assertThat(context.tools()).isEmpty();
        assertThat(context.trajectory().size()).isZero();
        assertThat(context.budget()).isEqualTo(BudgetLeft.UNLIMITED);
        assertThat(context.cancellation().isCancelled()).isFalse();
        assertThat(context.now()).isEqualTo(ManualClock.START);
        assertThat(context.artifacts().list()).isEmpty();
        assertThat(context.artifacts().find(new ArtifactRef("sha256:" + "0".repeat(64))))
                .isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> context.artifacts().put("text"));
        assertThatIllegalStateException().isThrownBy(context::model);
    }

    @Test
    void planContext_builtUp_showsWhatItWasGiven() {
        LlmClient model = ScriptedModel.of("hi");
        ToolDefinition b = SampleTools.named("b.tool").build();
        ToolDefinition a = SampleTools.named("a.tool").build();
        BudgetLeft budget = new BudgetLeft(Duration.ofSeconds(1), 1L, 2L, 3L, 4L, 5L, 6L, 7L);
        Cancellation cancellation = Cancellation.create();
        Instructions instructions = new Instructions("system", "user", 5, 1);
        FakePlanContext context = FakePlanContext.builder("goal")
                .run(run)
                .input(Json.parse("[1]"))
                .instructions(instructions)
                .tools(b, a)
                .model(model)
                .budget(budget)
                .cancellation(cancellation)
                .now(ManualClock.START.plusSeconds(5))
                .build();

        for (FakePlanContext each : java.util.List.of(context, FakePlanContext.copyOf(context))) {
            assertThat(each.runId()).isEqualTo(run.runId());
            assertThat(each.input()).isEqualTo(Json.parse("[1]"));
            assertThat(each.instructions()).isEqualTo(instructions);
            assertThat(each.tools()).containsExactly(a, b);
            assertThat(each.wireNames()).containsEntry("a_tool", a).containsEntry("b_tool", b);
            assertThat(each.model()).isSameAs(model);
            assertThat(each.budget()).isEqualTo(budget);
            assertThat(each.cancellation()).isSameAs(cancellation);
            assertThat(each.now()).isEqualTo(ManualClock.START.plusSeconds(5));
        }
    }

    @Test
    void planContext_afterADecision_isTheNextTurn() {
        FakePlanContext start = FakePlanContext.builder("goal").run(run).build();
        Observation seen = new Observation("call-1", "a.tool", "failed", Json.EMPTY_OBJECT);
        FakePlanContext next = start.after(END, seen).after(END);

        assertThat(start.trajectory().size()).isZero();
        assertThat(next.runId()).isEqualTo(run.runId());
        assertThat(next.trajectory().steps()).hasSize(2);
        assertThat(next.trajectory().steps().get(0).observations()).containsExactly(seen);
    }

    @Test
    void toolContext_ofNothing_hasEverything() {
        FakeToolContext context = FakeToolContext.create();
        context.progress("half-way");

        assertThat(context.identity()).isEqualTo(TestIdentities.DEFAULT);
        assertThat(context.runId()).isPresent();
        assertThat(context.attempt()).isEqualTo(1);
        assertThat(context.idempotencyKey()).isEqualTo(context.runId().orElseThrow() + "/" + context.callId());
        assertThat(context.remaining()).isEmpty();
        assertThat(context.progress()).containsExactly("half-way");
        assertThat(FakeToolContext.create().idempotencyKey()).isNotEqualTo(context.idempotencyKey());
        assertThatIllegalStateException().isThrownBy(() -> context.artifacts().put("text"));
    }

    @Test
    void toolContext_builtUp_showsWhatItWasGiven() {
        Cancellation cancellation = Cancellation.create();
        FakeToolContext context = FakeToolContext.builder()
                .run(run)
                .callId("call-9")
                .attempt(2)
                .idempotencyKey("key")
                .remaining(Duration.ofSeconds(3))
                .cancellation(cancellation)
                .build();

        assertThat(context.runId()).contains(run.runId());
        assertThat(context.callId()).isEqualTo("call-9");
        assertThat(context.attempt()).isEqualTo(2);
        assertThat(context.idempotencyKey()).isEqualTo("key");
        assertThat(context.remaining()).contains(Duration.ofSeconds(3));
        assertThat(context.cancellation()).isSameAs(cancellation);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FakeToolContext.builder().attempt(0));
    }

    @Test
    void toolContext_callsNoTools() {
        FakeToolContext context = FakeToolContext.create();
        AtomicReference<String> ran = new AtomicReference<>();
        Tool<String, String> tool = Tool.of("text.echo", String.class, String.class, text -> {
            ran.set(text);
            return text;
        });

        assertThatIllegalStateException()
                .isThrownBy(() -> context.call(tool, "hi"))
                .withMessageContaining("text.echo");
        assertThatIllegalStateException().isThrownBy(() -> context.call("text.echo", Json.EMPTY_OBJECT));
        assertThat(ran).hasValue(null);
    }
}
