package dev.harbor.durable;

import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.Verdict;
import dev.harbor.durable.World.Value;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.journal.SealedJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.seal.SealingKeys;
import dev.harbor.testkit.Effect;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolSuspended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools that wait for something from outside, and what they hear of it. */
final class WaitingToolTest {

    private final Waiting waiting = new Waiting();

    private static Json times(int count) {
        return Json.of(Map.of("value", count));
    }

    private static Planner asking(String tool, int count) {
        return script(Decision.call(tool, times(count)), finish());
    }

    @Test
    void tool_thatWaits_goesOnWithTheAnswer_itsState_andItsKey() {
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            RunResult parked = Asking.start(runtime);
            assertThat(parked.state()).isEqualTo(RunState.WAITING);
            assertThat(waiting.world.effects.count()).isZero();
            Pause pause = Asking.only(runtime.as(World.ADA));
            assertThat(pause.reason()).isEqualTo(PauseReason.AWAIT_INPUT);
            assertThat(pause.message()).isEqualTo("which colour?");
            assertThat(pause.payload()).isEqualTo(Json.of(Map.of("question", 1)));
            RunResult ended = Waiting.answer(runtime, parked, Waiting.ANSWER);
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(Waiting.seen(ended, 0).content()).isEqualTo(times(1));
        }
        assertThat(waiting.world.count("ask.write")).isEqualTo(1);
        assertThat(waiting.keys).hasSize(2).containsOnly(waiting.keys.get(0));
        assertThat(waiting.heard).singleElement().satisfies(heard -> {
            assertThat(heard.number()).isEqualTo(1);
            assertThat(heard.state().get("secret")).contains(Json.of(Waiting.STATE));
            assertThat(heard.resolution()).isEqualTo(Waiting.ANSWER);
        });
    }

    @Test
    void tool_mayWaitAgain_andItsCallCountsOnce() {
        BudgetLimits one = BudgetLimits.builder().maxToolCalls(1).build();
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 3))) {
            RunResult result = runtime.as(World.ADA)
                    .start(RunRequest.goal("g").id(World.RUN).limits(one))
                    .await(World.BOUND);
            for (int i = 0; i < 3; i++) {
                result = Waiting.answer(runtime, result, Waiting.ANSWER);
            }
            assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(result.usage().toolCalls()).isEqualTo(1);
            Run run = runtime.as(World.ADA).run(World.RUN).orElseThrow();
            assertThat(run.usage().toolCalls()).isEqualTo(1);
            assertThat(run.invocations()).hasSize(1);
        }
        assertThat(waiting.heard).extracting(Resumption::number).containsExactly(1, 2, 3);
        assertThat(waiting.heard)
                .extracting(heard -> heard.state().get("asked").orElseThrow().asInt())
                .containsExactly(1, 2, 3);
        assertThat(waiting.world.types(World.RUN))
                .containsSubsequence(
                        "call.intended",
                        "call.paused",
                        "run.waiting",
                        "pause.resolved",
                        "call.intended",
                        "call.paused",
                        "run.waiting",
                        "pause.resolved",
                        "call.intended",
                        "call.paused",
                        "run.waiting",
                        "pause.resolved",
                        "call.intended",
                        "call.settled");
    }

    @Test
    void tool_thatWaitsTooOften_fails() {
        try (HarborRuntime runtime = waiting.process(asking("ask.read", ToolSuspended.MAX_TIMES + 1))) {
            RunResult result = Asking.start(runtime);
            for (int i = 0; i < ToolSuspended.MAX_TIMES; i++) {
                result = Waiting.answer(runtime, result, Waiting.ANSWER);
            }
            assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(Waiting.seen(result, 0).content().toString()).contains("TOOL_FAILED", "100 times");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ask.write", "ask.keyed", "ask.read"})
    void question_survivesTheProcess(String tool) {
        String token;
        try (HarborRuntime runtime = waiting.process(asking(tool, 1))) {
            token = Asking.token(Asking.start(runtime));
        }
        try (HarborRuntime runtime = waiting.process(asking(tool, 1))) {
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(token, Waiting.ANSWER));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(waiting.heard).extracting(Resumption::number).containsExactly(1);
        assertThat(waiting.world.count(tool)).isEqualTo(1);
        assertThat(waiting.keys).hasSize(2).containsOnly(waiting.keys.get(0));
    }

    @Test
    void answer_isNotSpent_inAProcessWithoutTheTool() {
        String token;
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            token = Asking.token(Asking.start(runtime));
        }
        try (HarborRuntime desk = HarborRuntime.builder()
                .artifacts(dev.harbor.artifacts.Artifacts.memory())
                .journal(new JournalView(waiting.world.journal))
                .clock(waiting.world.clock)
                .access(new SamePolicy())
                .planner(asking("ask.write", 1))
                .build()) {
            assertThat(desk.as(World.ADA).resolvePause(token, Waiting.ANSWER).run())
                    .isNull();
        }
        RunResult ended = waiting.world.resume(asking("ask.write", 1));
        assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(waiting.heard).hasSize(1);
    }

    /** Its tool was called and is on record nowhere but with what it left. */
    @Test
    void answerToACallOutsideARun_isNotSpent_inAProcessWithoutTheTool() {
        String token;
        try (HarborRuntime runtime = waiting.process(script())) {
            var outcome = runtime.as(World.ADA).call("ask.write", times(1));
            token = ((ToolOutcome.Paused<Json>) outcome).token();
        }
        try (HarborRuntime desk = HarborRuntime.builder()
                .artifacts(dev.harbor.artifacts.Artifacts.memory())
                .journal(new JournalView(waiting.world.journal))
                .clock(waiting.world.clock)
                .access(new SamePolicy())
                .build()) {
            assertThat(desk.as(World.ADA).resolvePause(token, Waiting.ANSWER).run())
                    .isNull();
            assertThat(desk.operator().resumeOrphans(10)).isEmpty();
        }
        try (HarborRuntime runtime = waiting.process(script())) {
            assertThat(runtime.operator().resumeOrphans(10))
                    .singleElement()
                    .satisfies(run -> assertThat(run.await(World.BOUND).state()).isEqualTo(RunState.SUCCEEDED));
        }
        assertThat(waiting.heard).hasSize(1);
        assertThat(waiting.world.count("ask.write")).isEqualTo(1);
    }

    private static final class SamePolicy implements AccessPolicy {

        @Override
        public Verdict evaluate(AccessRequest question) {
            return Verdict.allow();
        }

        @Override
        public String ref() {
            return "world@1";
        }
    }

    @Test
    void waiting_isNeverRetried_andNoFaultOfTheTool() {
        ToolPolicy policy = ToolPolicy.builder().maxAttempts(5).build();
        Tool<Value, Value> tool =
                waiting.asking("ask.often").effect(SideEffect.READ).policy(policy);
        waiting.more = builder -> builder.tools(tool);
        try (HarborRuntime runtime = waiting.process(asking("ask.often", 1))) {
            Asking.start(runtime);
            assertThat(waiting.keys).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Resolution.Kind.class,
            names = {"REJECT", "TIMEOUT"})
    void refusal_isADenial_andTheToolIsNotCalled(Resolution.Kind kind) {
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            RunResult parked = Asking.start(runtime);
            refuse(runtime, parked, kind);
            Run run = settled(runtime);
            assertThat(run.state()).isEqualTo(RunState.SUCCEEDED);
            String code = kind == Resolution.Kind.REJECT ? "input_rejected" : "input_expired";
            assertThat(run.invocations()).singleElement().satisfies(call -> {
                assertThat(call.state()).isEqualTo(InvocationState.REJECTED);
                assertThat(call.code()).isEqualTo(code);
            });
            assertThat(run.trajectory().steps().get(0).observations().get(0).status())
                    .isEqualTo("denied");
        }
        assertThat(waiting.keys).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Resolution.Kind.class,
            names = {"REJECT", "TIMEOUT"})
    void refusal_isHeardByATool_thatWantsTo(Resolution.Kind kind) {
        waiting.how = ToolSuspended::hearsRefusal;
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            RunResult parked = Asking.start(runtime);
            refuse(runtime, parked, kind);
            assertThat(settled(runtime).state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(waiting.heard)
                .singleElement()
                .satisfies(heard -> assertThat(heard.resolution().kind()).isEqualTo(kind));
        assertThat(waiting.world.count("ask.write")).isEqualTo(1);
    }

    private void refuse(HarborRuntime runtime, RunResult parked, Resolution.Kind kind) {
        if (kind == Resolution.Kind.REJECT) {
            runtime.as(World.ADA).resolvePause(Asking.token(parked), Resolution.reject("eve"));
        } else {
            waiting.world.clock.advance(HarborRuntime.Builder.DEFAULT_PAUSE_EXPIRY);
            assertThat(runtime.operator().expirePauses(10)).isEqualTo(1);
        }
    }

    private Run settled(HarborRuntime runtime) {
        org.awaitility.Awaitility.await()
                .atMost(World.BOUND)
                .until(() -> runtime.as(World.ADA)
                        .run(World.RUN)
                        .orElseThrow()
                        .state()
                        .isTerminal());
        return runtime.as(World.ADA).run(World.RUN).orElseThrow();
    }

    @Test
    void refusalOfAnEvent_hasACodeOfItsOwn() {
        waiting.how = asked -> ToolSuspended.externalEvent("the other side works", Json.EMPTY_OBJECT);
        try (HarborRuntime runtime = waiting.process(asking("ask.read", 1))) {
            RunResult parked = Asking.start(runtime);
            assertThat(parked.reason()).isEqualTo("pause:external_event");
            RunResult ended =
                    Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(parked), Resolution.reject("eve")));
            assertThat(Waiting.seen(ended, 0).content().toString()).contains("event_rejected");
        }
    }

    @Test
    void tool_saysUntilWhenItWaits() {
        waiting.how = asked -> asked.expiresAfter(Duration.ofMinutes(5));
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            Asking.start(runtime);
            assertThat(Asking.only(runtime.as(World.ADA)).expiresAt())
                    .isEqualTo(waiting.world.clock.instant().plus(Duration.ofMinutes(5)));
            waiting.world.clock.advance(Duration.ofMinutes(5).minusNanos(1));
            assertThat(runtime.operator().expirePauses(10)).isZero();
            waiting.world.clock.advance(Duration.ofNanos(1));
            assertThat(runtime.operator().expirePauses(10)).isEqualTo(1);
        }
    }

    @Test
    void state_isInTheJournal_andNowhereElse() {
        EventRecorder events = EventRecorder.create();
        waiting.more = builder -> builder.events(events);
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            RunResult parked = Asking.start(runtime);
            Caller ada = runtime.as(World.ADA);
            assertThat(waiting.world.records(World.RUN).toString()).contains(Waiting.STATE);
            assertThat(parked + " " + parked.trajectory() + parked.result()).doesNotContain(Waiting.STATE);
            assertThat(ada.pauses() + " " + ada.run(World.RUN)).doesNotContain(Waiting.STATE);
            assertThat(waiting.world.history(World.RUN).root().everyPause().toString())
                    .doesNotContain(Waiting.STATE);
            Waiting.answer(runtime, parked, Waiting.ANSWER);
            assertThat(ada.run(World.RUN).toString()).doesNotContain(Waiting.STATE);
        }
        assertThat(events.events().toString()).doesNotContain(Waiting.STATE);
        assertThat(waiting.heard.toString()).doesNotContain(Waiting.STATE);
    }

    @Test
    void state_underASeal_isNotEvenInTheJournal() {
        SealingKeys keys = SealingKeys.of("k1", new byte[SealingKeys.KEY_BYTES]);
        waiting.more =
                builder -> builder.journal(SealedJournal.over(MortalJournal.healthy(waiting.world.journal), keys));
        String token;
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            token = Asking.token(Asking.start(runtime));
        }
        assertThat(waiting.world.records(World.RUN)).isNotEmpty();
        assertThat(waiting.world.records(World.RUN).toString()).doesNotContain(Waiting.STATE, "which colour?");
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            assertThat(Asking.await(runtime.as(World.ADA).resolvePause(token, Waiting.ANSWER))
                            .state())
                    .isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(waiting.heard).hasSize(1);
    }

    @Test
    void argumentsOfACallThatHasBegun_canNotBeChanged() {
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            String token = Asking.token(Asking.start(runtime));
            Resolution edited = Resolution.approve("eve").arguments(times(0));
            assertThatThrownBy(() -> runtime.as(World.ADA).resolvePause(token, edited))
                    .isInstanceOf(HarborException.class)
                    .hasMessageContaining("not about the arguments");
        }
    }

    @Test
    void approval_isHeardLikeAnAnswer() {
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            Waiting.answer(runtime, Asking.start(runtime), Resolution.approve("eve"));
        }
        assertThat(waiting.heard)
                .singleElement()
                .satisfies(heard -> assertThat(heard.resolution().kind()).isEqualTo(Resolution.Kind.APPROVE));
    }

    @Test
    void racers_onOneQuestion_areOneWinner() throws Exception {
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1));
                HarborRuntime other = waiting.process(asking("ask.write", 1))) {
            String token = Asking.token(Asking.start(runtime));
            ExecutorService racers = Executors.newFixedThreadPool(32);
            CountDownLatch go = new CountDownLatch(1);
            List<Future<Object>> ends = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                HarborRuntime mine = i % 2 == 0 ? runtime : other;
                Resolution word = i % 3 == 0 ? Resolution.reject("eve") : Waiting.ANSWER;
                ends.add(racers.submit(() -> {
                    go.await();
                    try {
                        return mine.as(World.ADA).resolvePause(token, word);
                    } catch (HarborException e) {
                        return e.code();
                    }
                }));
            }
            go.countDown();
            List<Object> what = new ArrayList<>();
            for (Future<Object> end : ends) {
                what.add(end.get(60, TimeUnit.SECONDS));
            }
            racers.shutdown();
            assertThat(what).filteredOn(ResolvedPause.class::isInstance).hasSize(1);
            assertThat(what)
                    .filteredOn(ErrorCode.class::isInstance)
                    .allMatch(code -> code.equals(ErrorCode.PAUSE_ALREADY_RESOLVED) || code.equals(ErrorCode.RUN_BUSY));
            settled(runtime);
            assertThat(waiting.world.types(World.RUN)).containsOnlyOnce("pause.resolved");
            assertThat(waiting.heard).hasSizeLessThanOrEqualTo(1);
            assertThat(waiting.world.count("ask.write")).isLessThanOrEqualTo(1);
        }
    }

    private static ToolRequest request(String tool, int count) {
        return ToolRequest.of(tool, times(count));
    }

    @Test
    void batchOfAll_goesOnWithTheLastAnswer() {
        List<ToolRequest> calls = List.of(request("ask.write", 1), request("ask.read", 1), request("world.read", 1));
        Planner planner = script(new Decision.CallParallel(calls, JoinPolicy.ALL), finish());
        try (HarborRuntime runtime = waiting.process(planner)) {
            RunResult parked = Asking.start(runtime);
            assertThat(parked.tokens()).hasSize(2);
            assertThat(waiting.world.count("world.read")).isEqualTo(1);
            Caller ada = runtime.as(World.ADA);
            assertThat(ada.resolvePause(parked.tokens().get(0), Waiting.ANSWER).run())
                    .isNull();
            RunResult ended = Asking.await(ada.resolvePause(parked.tokens().get(1), Waiting.ANSWER));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(ended.trajectory().steps().get(0).observations())
                    .extracting(seen -> seen.status())
                    .containsExactly("succeeded", "succeeded", "succeeded");
        }
        assertThat(waiting.heard).hasSize(2);
    }

    @Test
    void batchOfSome_goesOnWithTheFirstAnswer() {
        List<ToolRequest> calls = List.of(request("ask.write", 1), request("ask.keyed", 1));
        Planner planner = script(new Decision.CallParallel(calls, JoinPolicy.FIRST_SUCCESS), finish());
        try (HarborRuntime runtime = waiting.process(planner)) {
            RunResult parked = Asking.start(runtime);
            String second = parked.tokens().get(1);
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(second, Waiting.ANSWER));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(ended.trajectory().steps().get(0).observations())
                    .extracting(seen -> seen.status())
                    .containsExactly("cancelled", "succeeded");
            Run run = runtime.as(World.ADA).run(World.RUN).orElseThrow();
            assertThat(run.invocations().get(0).state()).isEqualTo(InvocationState.CANCELLED);
            assertThat(runtime.as(World.ADA).pauses()).isEmpty();
        }
        assertThat(waiting.heard).hasSize(1);
        assertThat(waiting.world.effects.effects()).extracting(Effect::tool).containsExactly("ask.keyed");
    }

    @Test
    void callOutsideARun_becomesOne_withItsKey_andCountsOnce() {
        try (HarborRuntime runtime = waiting.process(script())) {
            Caller ada = runtime.as(World.ADA);
            ToolOutcome<Json> outcome = ada.call("ask.write", times(1));
            ToolOutcome.Paused<Json> paused = (ToolOutcome.Paused<Json>) outcome;
            assertThat(paused.kind()).isEqualTo("await_input");
            ResolvedPause resolved = ada.resolvePause(paused.token(), Waiting.ANSWER);
            RunResult ended = Asking.await(resolved);
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(ended.result()).isEqualTo(times(1));
            Run run = ada.run(resolved.runId()).orElseThrow();
            assertThat(run.usage().toolCalls()).isEqualTo(1);
            assertThat(run.invocations().get(0).idempotencyKey()).isEqualTo(waiting.keys.get(0));
        }
        assertThat(waiting.keys).hasSize(2).containsOnly(waiting.keys.get(0));
        assertThat(waiting.heard).hasSize(1);
    }

    @Test
    void callOutsideARun_withoutAJournal_fails_andNothingIsInDoubt() {
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(dev.harbor.artifacts.Artifacts.memory())
                .tools(waiting.asking("ask.write").effect(SideEffect.WRITE))
                .build()) {
            ToolOutcome<Json> outcome = runtime.as(World.ADA).call("ask.write", times(1));
            assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                assertThat(failure.error().code()).isEqualTo(ErrorCode.INPUT_REQUIRED);
                assertThat(failure.error().message()).isEqualTo("which colour?");
                assertThat(failure.error().outcomeKnown()).isTrue();
            });
        }
    }

    /** Calls another tool, asks what that one wants to know itself, and goes on with the answer. */
    private static Value outer(Value value, ToolContext context) {
        int question = context.resumption().isPresent() ? 0 : 1;
        ToolOutcome<Json> inner = context.call("ask.write", times(question));
        if (inner instanceof ToolOutcome.Failure<Json> failure
                && failure.error().cause() instanceof ToolSuspended asked) {
            throw ToolSuspended.awaitInput("for another tool: " + asked.message(), asked.payload());
        }
        inner.orThrow();
        return value;
    }

    @Test
    void nestedCall_cannotWait_butTheToolThatMadeItCan() {
        Tool<Value, Value> outer = Tool.of("outer", Value.class, Value.class, WaitingToolTest::outer)
                .effect(SideEffect.EXTERNAL);
        waiting.more = builder -> builder.tools(outer);
        try (HarborRuntime runtime = waiting.process(asking("outer", 1))) {
            RunResult parked = Asking.start(runtime);
            assertThat(Asking.only(runtime.as(World.ADA)).message()).isEqualTo("for another tool: which colour?");
            RunResult ended = Waiting.answer(runtime, parked, Waiting.ANSWER);
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            List<String> calls = runtime.as(World.ADA).run(World.RUN).orElseThrow().invocations().stream()
                    .map(call -> call.callId() + " " + call.state())
                    .toList();
            assertThat(calls).containsExactly("c1 SUCCEEDED", "c1.1 FAILED", "c1.r1.1 SUCCEEDED");
        }
        assertThat(waiting.world.count("ask.write")).isEqualTo(1);
    }

    @Test
    void callThatWasApproved_isNotAskedAboutAgain() {
        waiting.more = builder ->
                builder.access(ApprovalPolicy.builder().tools("ask.write").build());
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 2))) {
            RunResult asked = Asking.start(runtime);
            assertThat(asked.reason()).isEqualTo("pause:approval_required");
            RunResult parked =
                    Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(asked), Resolution.approve("eve")));
            parked = Waiting.answer(runtime, parked, Waiting.ANSWER);
            assertThat(Waiting.answer(runtime, parked, Waiting.ANSWER).state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(waiting.heard).hasSize(2);
    }

    /** Denies or asks as soon as it is told to. */
    private AccessPolicy later(Verdict then) {
        return new AccessPolicy() {
            @Override
            public Verdict evaluate(AccessRequest request) {
                boolean isCall = request.stage() == AccessRequest.Stage.DISPATCH;
                return isCall && !waiting.keys.isEmpty() ? then : Verdict.allow();
            }

            @Override
            public String ref() {
                return "later";
            }
        };
    }

    @Test
    void policyThatDeniesByNow_hasTheLastWord() {
        waiting.more = builder -> builder.access(later(Verdict.deny("tool_denied", "not any more")));
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            RunResult ended = Waiting.answer(runtime, Asking.start(runtime), Waiting.ANSWER);
            assertThat(Waiting.seen(ended, 0).content().toString()).contains("not any more");
        }
        assertThat(waiting.heard).isEmpty();
    }

    @Test
    void policyThatAsksByNow_isAsked_andTheAnswerIsKept() {
        waiting.more = builder -> builder.access(later(Verdict.ask("still?")));
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            RunResult asked = Waiting.answer(runtime, Asking.start(runtime), Waiting.ANSWER);
            assertThat(asked.reason()).isEqualTo("pause:approval_required");
            String token = Asking.token(asked);
            Throwable edited = catchThrowable(() -> runtime.as(World.ADA)
                    .resolvePause(token, Resolution.approve("eve").arguments(times(0))));
            assertThat(edited).hasMessageContaining("has begun");
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(token, Resolution.approve("eve")));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(waiting.heard)
                .singleElement()
                .satisfies(heard -> assertThat(heard.resolution()).isEqualTo(Waiting.ANSWER));
    }

    @Test
    void toolThatSaysSomethingElseOfItself_isAskedAbout_beforeItGoesOn() {
        String token;
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            token = Asking.token(Asking.start(runtime));
        }
        waiting.world.description = "Paints everything.";
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            RunResult asked = Asking.await(runtime.as(World.ADA).resolvePause(token, Waiting.ANSWER));
            assertThat(asked.reason()).isEqualTo("pause:approval_required");
            assertThat(waiting.heard).isEmpty();
            RunResult ended =
                    Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(asked), Resolution.approve("eve")));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(waiting.heard).hasSize(1);
    }

    @Test
    void erasure_takesTheQuestionAndItsState() {
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            String token = Asking.token(Asking.start(runtime));
            runtime.operator().eraseSession(World.ADA);
            assertThat(runtime.as(World.ADA).pauses()).isEmpty();
            assertThat(catchThrowable(() -> runtime.as(World.ADA).resolvePause(token, Waiting.ANSWER)))
                    .isInstanceOf(HarborException.class);
            assertThat(waiting.world.journal.info("run/" + World.RUN)).isEmpty();
        }
    }

    @Test
    void journalThatDoesNotTakeThePause_leavesAWriteInDoubt_andNoToken() {
        MortalJournal dying = MortalJournal.dyingBefore(waiting.world.journal, "call.paused");
        waiting.world.startAndDie(dying, asking("ask.write", 1));
        try (HarborRuntime runtime = waiting.process(asking("ask.write", 1))) {
            RunResult found = runtime.as(World.ADA)
                    .resume(dev.harbor.runtime.ResumeRequest.of(World.RUN))
                    .await(World.BOUND);
            assertThat(found.reason()).isEqualTo("unknown_write_outcome");
            assertThat(found.tokens()).isEmpty();
        }
        assertThat(waiting.keys).hasSize(1);
    }
}
