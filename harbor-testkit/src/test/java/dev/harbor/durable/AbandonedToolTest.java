package dev.harbor.durable;

import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.flow.Flow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.history.RecordType;
import dev.harbor.history.RunStore;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.policy.RateLimit;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.AbandonedCall;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolSuspended;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tool that waits hears when its call will not go on, whatever ended it, and also when the process dies in between. */
@Timeout(120)
final class AbandonedToolTest {

    private static final Json STATE = Json.of(Map.of("job", "job-7"));

    private final World world = new World();
    private final List<AbandonedCall> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();

    private Tool<World.Value, World.Value> waiting(String name) {
        return Tool.<World.Value, World.Value>of(name, World.Value.class, World.Value.class, (value, context) -> {
                    if (context.resumption().isEmpty() || value.value() == 9) {
                        throw ToolSuspended.externalEvent("a job runs", Json.EMPTY_OBJECT)
                                .state(STATE);
                    }
                    return value;
                })
                .effect(SideEffect.EXTERNAL)
                .onAbandoned(this::abandoned);
    }

    private void abandoned(AbandonedCall call) {
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("the other side is away");
        }
        heard.add(call);
    }

    private HarborRuntime process(JournalView view, Planner planner) {
        return world.process(view, planner)
                .tools(waiting("job.run"), waiting("job.other"))
                .build();
    }

    private HarborRuntime process(Planner planner) {
        return process(MortalJournal.healthy(world.journal), planner);
    }

    private static Decision job() {
        return World.call("job.run");
    }

    private AbandonedCall onlyHeard() {
        Awaitility.await().atMost(World.BOUND).until(() -> !heard.isEmpty() && !isOwed());
        WaitingToolCrashTest.assertHeadTells(world, "told");
        assertThat(heard).hasSize(1);
        return heard.get(0);
    }

    private boolean isOwed() {
        return world.journal
                .info("run/" + World.RUN)
                .orElseThrow()
                .head()
                .keys()
                .containsKey(RunStore.ABANDONED);
    }

    private List<String> types() {
        return world.types(World.RUN);
    }

    @Test
    void run_thatIsCancelledWhileItWaits_tellsTheTool_once_withWhatItHasLeft() {
        try (HarborRuntime runtime = process(script(job(), finish()))) {
            Asking.start(runtime);
            String key = runtime.as(World.ADA)
                    .run(World.RUN)
                    .orElseThrow()
                    .invocations()
                    .get(0)
                    .idempotencyKey();

            runtime.as(World.ADA).cancel(World.RUN, "never mind");

            AbandonedCall call = onlyHeard();
            assertThat(call).isEqualTo(new AbandonedCall(World.ADA, World.RUN, "c1", key, 1, STATE, "cancelled"));
            assertThat(call.toString()).doesNotContain("job-7");
            assertThat(types()).endsWith("run.ended", RecordType.CALL_ABANDONED);
            runtime.as(World.ADA).cancel(World.RUN, "again");
            world.clock.advance(Duration.ofHours(1));
            assertThat(runtime.operator().tellAbandoned(10)).isZero();
            assertThat(heard).hasSize(1);
        }
    }

    @Test
    void rejection_andExpiry_thatTheToolDoesNotHear_tellIt() {
        for (Resolution.Kind kind : List.of(Resolution.Kind.REJECT, Resolution.Kind.TIMEOUT)) {
            AbandonedToolTest fresh = new AbandonedToolTest();
            try (HarborRuntime runtime = fresh.process(script(job(), finish()))) {
                RunResult parked = Asking.start(runtime);
                if (kind == Resolution.Kind.REJECT) {
                    Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(parked), Resolution.reject("eve")));
                } else {
                    fresh.world.clock.advance(HarborRuntime.Builder.DEFAULT_PAUSE_EXPIRY);
                    runtime.operator().expirePauses(10);
                }
                assertThat(fresh.onlyHeard().reason())
                        .isEqualTo(kind == Resolution.Kind.REJECT ? "event_rejected" : "event_expired");
            }
        }
    }

    @Test
    void callThatIsNotNeededAnyMore_tellsItsTool() {
        List<ToolRequest> calls = List.of(
                ToolRequest.of("job.run", Json.of(Map.of("value", 1))),
                ToolRequest.of("job.other", Json.of(Map.of("value", 1))));
        Planner racing = script(new Decision.CallParallel(calls, JoinPolicy.FIRST_SUCCESS), finish());
        try (HarborRuntime runtime = process(racing)) {
            RunResult parked = Asking.start(runtime);
            RunResult ended = Asking.await(
                    runtime.as(World.ADA).resolvePause(parked.tokens().get(0), Resolution.resume("eve", Json.NULL)));

            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(onlyHeard().callId()).isEqualTo("c2");
        }
    }

    @Test
    void budgetThatRunsOut_tellsTheTool() {
        List<ToolRequest> calls = List.of(
                ToolRequest.of("job.run", Json.of(Map.of("value", 1))),
                ToolRequest.of("job.other", Json.of(Map.of("value", 1))));
        Planner racing = script(new Decision.CallParallel(calls, JoinPolicy.ALL), finish());
        BudgetLimits hour =
                BudgetLimits.builder().maxElapsed(Duration.ofHours(1)).build();
        try (HarborRuntime runtime = process(racing)) {
            RunResult parked = runtime.as(World.ADA)
                    .start(RunRequest.goal("g").id(World.RUN).limits(hour))
                    .await(World.BOUND);
            world.clock.advance(Duration.ofHours(2));
            for (String token : parked.tokens()) {
                runtime.as(World.ADA).resolvePause(token, Resolution.resume("eve", Json.NULL));
            }
            Awaitility.await()
                    .atMost(World.BOUND)
                    .until(() -> runtime.as(World.ADA)
                            .run(World.RUN)
                            .orElseThrow()
                            .state()
                            .isTerminal());
            Awaitility.await().atMost(World.BOUND).until(() -> heard.size() == 2 && !isOwed());
            assertThat(heard).extracting(AbandonedCall::callId).containsExactlyInAnyOrder("c1", "c2");
        }
    }

    @Test
    void answerThatWasGivenAndNotUsed_isNoReasonToForgetTheTool() {
        String token;
        try (HarborRuntime runtime = process(script(job(), finish()))) {
            token = Asking.token(Asking.start(runtime));
        }
        try (HarborRuntime desk = HarborRuntime.builder()
                .artifacts(dev.harbor.artifacts.Artifacts.memory())
                .journal(new JournalView(world.journal))
                .clock(world.clock)
                .build()) {
            desk.as(World.ADA).resolvePause(token, Resolution.resume("eve", Json.NULL));
            desk.as(World.ADA).cancel(World.RUN, "too late");
            assertThat(heard).isEmpty();
            assertThat(isOwed()).isTrue();
        }
        world.passLease();
        try (HarborRuntime runtime = process(script())) {
            runtime.operator().tellAbandoned(10);
            assertThat(onlyHeard().reason()).isEqualTo("cancelled");
        }
    }

    @Test
    void processThatDies_beforeTheToolWasTold_isFollowedByOneThatTellsIt() {
        try (HarborRuntime runtime = process(script(job(), finish()))) {
            Asking.start(runtime);
        }
        MortalJournal dying = MortalJournal.dyingBefore(world.journal, RecordType.CALL_ABANDONED);
        HarborRuntime dead = process(dying, script());
        CompletableFuture<Run> cancelled =
                CompletableFuture.supplyAsync(() -> dead.as(World.ADA).cancel(World.RUN, "never mind"));
        Awaitility.await().atMost(World.BOUND).until(() -> dying.isDead() && cancelled.isDone());
        dead.close();
        assertThat(heard).as("told, but not on record").hasSize(1);
        heard.clear();
        assertThat(isOwed()).isTrue();

        world.passLease();
        try (HarborRuntime next = process(script())) {
            next.operator().tellAbandoned(10);
            assertThat(onlyHeard().state()).isEqualTo(STATE);
        }
        assertThat(types()).containsOnlyOnce(RecordType.CALL_ABANDONED);
    }

    @Test
    void toolThatFails_isToldAgain_andAfterADayNoMore() {
        failures.set(2);
        try (HarborRuntime runtime = process(script(job(), finish()))) {
            Asking.start(runtime);
            runtime.as(World.ADA).cancel(World.RUN, "never mind");
            Awaitility.await().atMost(World.BOUND).until(() -> failures.get() == 1);
            world.passLease();
            Awaitility.await().atMost(World.BOUND).until(() -> toldAgain(runtime) && failures.get() == 0);
            Awaitility.await().atMost(World.BOUND).until(() -> toldAgain(runtime) && !heard.isEmpty());
            onlyHeard();
        }
        AbandonedToolTest hopeless = new AbandonedToolTest();
        hopeless.failures.set(Integer.MAX_VALUE);
        try (HarborRuntime runtime = hopeless.process(script(job(), finish()))) {
            Asking.start(runtime);
            runtime.as(World.ADA).cancel(World.RUN, "never mind");
            Awaitility.await()
                    .atMost(World.BOUND)
                    .until(() -> hopeless.failures.get() < Integer.MAX_VALUE && hopeless.isOwed());
            hopeless.world.clock.advance(Duration.ofDays(1));
            Awaitility.await().atMost(World.BOUND).until(() -> {
                runtime.operator().tellAbandoned(10);
                return !hopeless.isOwed();
            });
        }
        assertThat(hopeless.heard).isEmpty();
        assertThat(hopeless.types()).endsWith(RecordType.CALL_ABANDONED);
    }

    /** The time after which it is told again passes with each look. */
    private boolean toldAgain(HarborRuntime runtime) {
        world.clock.advance(Duration.ofMinutes(1));
        runtime.operator().tellAbandoned(10);
        return true;
    }

    @Test
    void callsThatGoOn_orWaitedForAnApprovalOnly_tellNobody() {
        world.more = builder -> builder.access(Asking.ABOUT_WRITES);
        try (HarborRuntime runtime = process(script(job(), World.call("world.write"), finish()))) {
            RunResult asked = answered(runtime, Asking.start(runtime), Resolution.resume("eve", Json.NULL));
            assertThat(answered(runtime, asked, Resolution.reject("eve")).state())
                    .isEqualTo(RunState.SUCCEEDED);
            world.clock.advance(Duration.ofHours(1));
            assertThat(runtime.operator().tellAbandoned(10)).isZero();
        }
        assertThat(world.types(World.RUN)).doesNotContain(RecordType.CALL_ABANDONED);
        assertThat(heard).isEmpty();
    }

    private static RunResult answered(HarborRuntime runtime, RunResult parked, Resolution word) {
        return Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(parked), word));
    }

    @Test
    void erasedRun_isToldOfByNobody() {
        try (HarborRuntime runtime = process(script(job(), finish()))) {
            Asking.start(runtime);
            runtime.operator().eraseSession(World.ADA);
            world.clock.advance(Duration.ofHours(1));
            assertThat(runtime.operator().tellAbandoned(10)).isZero();
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void resumedCall_thatIsCancelledBeforeItsToolRuns_tellsIt() {
        ToolPolicy onceAnHour = ToolPolicy.builder()
                .timeout(Duration.ofHours(3))
                .rateLimit(new RateLimit(1, Duration.ofHours(1)))
                .build();
        try (HarborRuntime runtime = world.process(MortalJournal.healthy(world.journal), script(job(), finish()))
                .tools(waiting("job.run").policy(onceAnHour))
                .build()) {
            RunResult parked = Asking.start(runtime);
            RunHandle resumed = Objects.requireNonNull(runtime.as(World.ADA)
                    .resolvePause(Asking.token(parked), Resolution.resume("eve", Json.NULL))
                    .run());
            Awaitility.await().atMost(World.BOUND).until(() -> Collections.frequency(types(), "call.intended") == 2);
            resumed.cancel("changed my mind");
            assertThat(resumed.await(World.BOUND).state()).isEqualTo(RunState.CANCELLED);
            assertThat(onlyHeard().state()).isEqualTo(STATE);
        }
    }

    @Test
    void stepOfAFlow_hearsItself_andNoToolOfTheSameName() {
        List<AbandonedCall> steps = new CopyOnWriteArrayList<>();
        Flow flow = Flow.builder("job.flow", World.Value.class)
                .add(Node.step("work", waiting("job.run").onAbandoned(steps::add))
                        .with(Ref.input()))
                .output(Ref.to("work"))
                .build();
        try (HarborRuntime runtime = world.process(
                        MortalJournal.healthy(world.journal), script(World.call("job.flow"), finish()))
                .tools(waiting("job.run"), flow.tool().onAbandoned(this::abandoned))
                .build()) {
            Asking.start(runtime);
            runtime.as(World.ADA).cancel(World.RUN, "never mind");
            Awaitility.await().atMost(World.BOUND).until(() -> !isOwed());
        }
        assertThat(steps).singleElement().extracting(AbandonedCall::state).isEqualTo(STATE);
        assertThat(heard).isEmpty();
    }

    @Test
    void toolThatWasAwayForDays_isTriedAgain_beforeItIsGivenUp() {
        try (HarborRuntime runtime = process(script(job(), finish()))) {
            Asking.start(runtime);
        }
        try (HarborRuntime desk = HarborRuntime.builder()
                .artifacts(dev.harbor.artifacts.Artifacts.memory())
                .journal(new JournalView(world.journal))
                .clock(world.clock)
                .build()) {
            desk.as(World.ADA).cancel(World.RUN, "never mind");
        }
        world.clock.advance(Duration.ofDays(3));
        failures.set(1);
        try (HarborRuntime runtime = process(script())) {
            Awaitility.await().atMost(World.BOUND).until(() -> toldAgain(runtime) && !heard.isEmpty());
            onlyHeard();
        }
    }
}
