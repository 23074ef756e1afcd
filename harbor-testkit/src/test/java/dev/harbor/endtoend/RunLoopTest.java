package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.echo;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static dev.harbor.endtoend.Fixture.script;
import static dev.harbor.endtoend.Fixture.steps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.RestrictionPolicy;
import dev.harbor.access.Verdict;
import dev.harbor.artifact.Evidence;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.StoreException;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run with any planner: every arm of a decision, every end, every limit. */
final class RunLoopTest {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private final List<HarborEvent> events = events();

    private RunResult run(
            Planner planner, UnaryOperator<RunRequest> request, UnaryOperator<HarborRuntime.Builder> with) {
        try (HarborRuntime runtime = with.apply(runtime(events)).build()) {
            return runtime.as(ADA)
                    .start(request.apply(RunRequest.goal("do it").planner(planner)))
                    .await(BOUND);
        }
    }

    private RunResult run(Planner planner, Tool<?, ?>... tools) {
        return run(planner, request -> request, builder -> builder.tools(tools));
    }

    private static Decision say(String text) {
        return Decision.call("text.echo", Json.of(Map.of("text", text)));
    }

    private static List<Observation> observations(RunResult result) {
        return result.trajectory().steps().stream()
                .flatMap(step -> step.observations().stream())
                .toList();
    }

    @Test
    void run_callsAndFinishes_withItsResult() {
        RunResult result = run(script(say("a"), Decision.finish(Json.of("done"))), echo());
        assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(result.reason()).isEqualTo("goal");
        assertThat(result.result()).isEqualTo(Json.of("done"));
        assertThat(observations(result)).singleElement().satisfies(seen -> {
            assertThat(seen.isSuccess()).isTrue();
            assertThat(seen.content()).isEqualTo(Json.of(Map.of("text", "a")));
        });
        assertThat(events)
                .extracting(HarborEvent::type)
                .containsExactly(
                        "run.started",
                        "planner.decided",
                        "tool.invoked",
                        "tool.completed",
                        "planner.decided",
                        "run.ended");
        assertThat(events).allSatisfy(event -> assertThat(event.runId()).contains(result.runId()));
    }

    @ParameterizedTest
    @EnumSource(FinishReason.class)
    void finish_mapsEveryReason(FinishReason reason) {
        RunResult result = run(script(new Decision.Finish(reason, Json.NULL)));
        RunState expected = reason == FinishReason.GOAL
                ? RunState.SUCCEEDED
                : reason == FinishReason.CANCELLED ? RunState.CANCELLED : RunState.FAILED;
        assertThat(result.state()).isEqualTo(expected);
        assertThat(result.reason()).isEqualTo(reason.wireName());
    }

    @Test
    void unknownName_badArguments_andRefusal_areObservations_andTheRunGoesOn() {
        Tool<Text, Text> refusing = Tool.<Text, Text>of("text.refuse", Text.class, Text.class, text -> {
            throw ToolFailed.permanent("closed on sundays");
        });
        RunResult result = run(
                script(
                        Decision.call("text.ecko", Json.parse("{\"text\":\"a\"}")),
                        Decision.call("text.echo", Json.lazy("{\"text\":")),
                        Decision.call("text.refuse", Json.parse("{\"text\":\"a\"}")),
                        Decision.finish(Json.NULL)),
                echo(),
                refusing);
        assertThat(result.isSuccess()).isTrue();
        List<Observation> seen = observations(result);
        assertThat(seen).extracting(Observation::status).containsOnly("failed");
        assertThat(seen.get(0).content().toString()).contains("TOOL_NOT_FOUND", "text.echo");
        assertThat(seen.get(1).content().toString()).contains("INVALID_ARGUMENTS");
        assertThat(seen.get(2).content().toString()).contains("closed on sundays");
    }

    @Test
    void longestDurations_areWaitedFor_andNoErrorOfArithmetic() throws InterruptedException {
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        try (HarborRuntime runtime =
                runtime(events).tools(echo()).closeGrace(forever).build()) {
            assertThat(runtime.as(ADA)
                            .start(RunRequest.goal("do it")
                                    .planner(script(Decision.finish(Json.NULL)))
                                    .limits(BudgetLimits.builder()
                                            .maxElapsed(BudgetLimits.MAX_ELAPSED)
                                            .build()))
                            .await(forever)
                            .isSuccess())
                    .isTrue();
            assertThat(runtime.as(ADA)
                            .submit("text.echo", Json.parse("{\"text\":\"a\"}"))
                            .await(forever))
                    .hasValueSatisfying(
                            outcome -> assertThat(outcome.isSuccess()).isTrue());
        }
    }

    private record Reading(double value) {}

    @Test
    void value_thatCannotBeWritten_isAnObservationOfToolAndError_andTheRunGoesOn() {
        Tool<Text, Reading> odd = Tool.of("sensor.read", Text.class, Reading.class, text -> new Reading(Double.NaN))
                .effect(SideEffect.READ);
        RunResult result = run(
                script(Decision.call("sensor.read", Json.parse("{\"text\":\"a\"}")), Decision.finish(Json.NULL)), odd);
        assertThat(result.isSuccess()).isTrue();
        assertThat(observations(result)).singleElement().satisfies(seen -> {
            assertThat(seen.status()).isEqualTo("failed");
            assertThat(seen.tool()).isEqualTo("sensor.read@v1");
            assertThat(seen.content().toString()).contains("\"error\"", "INVALID_RESULT", "can't be written as JSON");
        });
    }

    @Test
    void arguments_ofAModel_areRepairedWithoutLoss_andReported() {
        Tool<Fixture.Number, Fixture.Number> twice = Tool.of(
                        "math.twice",
                        Fixture.Number.class,
                        Fixture.Number.class,
                        n -> new Fixture.Number(2 * n.value()))
                .effect(SideEffect.PURE);
        RunResult result = run(
                script(
                        Decision.call("math.twice", Json.lazy("{\"value\":\"21\"}")),
                        Decision.call("math.twice", Json.lazy("{\"value\":\"2.5\"}")),
                        Decision.finish(Json.NULL)),
                twice);
        List<Observation> seen = observations(result);
        assertThat(seen.get(0).content().toString()).contains("42", "repaired_arguments", "/value");
        assertThat(seen.get(1).content().toString()).contains("INVALID_ARGUMENTS", "/value");
    }

    @Test
    void wireNames_workAsWell() {
        Planner planner = steps(List.of(
                context -> {
                    String wireName = context.wireNames().entrySet().stream()
                            .filter(entry -> entry.getValue().id().name().equals("text.echo"))
                            .map(Map.Entry::getKey)
                            .findFirst()
                            .orElseThrow();
                    assertThat(wireName).matches("[A-Za-z0-9_-]{1,64}");
                    return Decision.call(wireName, Json.parse("{\"text\":\"a\"}"));
                },
                context -> Decision.finish(
                        context.trajectory().lastObservation().orElseThrow().content())));
        assertThat(run(planner, echo()).result()).isEqualTo(Json.parse("{\"text\":\"a\"}"));
    }

    @Test
    void parallelCalls_haveOneObservationEach_inCallOrder() {
        CountDownLatch both = new CountDownLatch(2);
        Tool<Text, Text> meet = Tool.of("text.meet", Text.class, Text.class, text -> {
                    both.countDown();
                    both.await();
                    return text;
                })
                .effect(SideEffect.READ);
        RunResult result = run(
                script(
                        new Decision.CallParallel(
                                List.of(
                                        ToolRequest.of("text.meet", Json.parse("{\"text\":\"1\"}")),
                                        ToolRequest.of("text.meet", Json.parse("{\"text\":\"2\"}")),
                                        ToolRequest.of("no.such.tool", Json.EMPTY_OBJECT)),
                                JoinPolicy.ALL),
                        Decision.finish(Json.NULL)),
                meet);
        assertThat(observations(result))
                .extracting(Observation::status)
                .containsExactly("succeeded", "succeeded", "failed");
        assertThat(observations(result).get(1).content()).isEqualTo(Json.parse("{\"text\":\"2\"}"));
        assertThat(observations(result)).extracting(Observation::callId).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "call-1"})
    void providerCallIds_thatAreEmptyOrEqual_collapseNothing(String id) {
        ToolRequest one = new ToolRequest("text.echo", Json.parse("{\"text\":\"a\"}"), id);
        ToolRequest other = new ToolRequest("text.echo", Json.parse("{\"text\":\"b\"}"), id);
        RunResult result = run(
                script(new Decision.CallParallel(List.of(one, other, one), JoinPolicy.ALL), Decision.finish(Json.NULL)),
                echo());
        assertThat(observations(result))
                .extracting(Observation::content)
                .containsExactly(one.arguments(), other.arguments(), one.arguments());
        assertThat(observations(result)).extracting(Observation::callId).doesNotHaveDuplicates();
    }

    @Test
    void task_isSpawnedAndAwaited() {
        Planner planner = context -> {
            if (context.goal().equals("child work")) {
                return Decision.finish(Json.of(Map.of("child", context.input())));
            }
            return switch (context.trajectory().size()) {
                case 0 -> new Decision.SpawnTask("child work", Json.of("input"));
                case 1 ->
                    new Decision.AwaitTask(
                            context.trajectory().lastObservation().orElseThrow().callId());
                default ->
                    Decision.finish(
                            context.trajectory().lastObservation().orElseThrow().content());
            };
        };
        RunResult result = run(planner);
        assertThat(result.isSuccess()).isTrue();
        assertThat(result.result().toString()).contains("\"state\":\"succeeded\"", "\"child\":\"input\"");
    }

    @Test
    void tasks_areNestedFourDeepAtMost() {
        List<String> refused = new CopyOnWriteArrayList<>();
        Planner planner = context -> {
            if (context.trajectory().size() == 0) {
                return new Decision.SpawnTask("deeper", Json.NULL);
            }
            Observation last = context.trajectory().lastObservation().orElseThrow();
            if (last.status().equals("spawned")) {
                return new Decision.AwaitTask(last.callId());
            }
            if (last.content().toString().contains("4 deep")) {
                refused.add(context.runId());
            }
            return Decision.finish(Json.NULL);
        };
        RunResult result = run(
                planner,
                request -> request.limits(
                        BudgetLimits.builder().maxStepsPerDrive(100).build()),
                builder -> builder);
        assertThat(result.isSuccess()).isTrue();
        assertThat(refused).containsExactly(result.runId() + ".1.1.1.1");
    }

    @Test
    void task_unknown_isAnObservation() {
        RunResult result = run(script(new Decision.AwaitTask("nobody"), Decision.finish(Json.NULL)));
        assertThat(observations(result))
                .singleElement()
                .satisfies(seen -> assertThat(seen.status()).isEqualTo("failed"));
    }

    @ParameterizedTest
    @EnumSource(PauseReason.class)
    void pause_parksTheRun(PauseReason reason) {
        RunResult result = run(script(new Decision.RequestPause(reason, "what now?", Json.EMPTY_OBJECT)));
        assertThat(result.state()).isEqualTo(RunState.WAITING);
        assertThat(result.reason()).isEqualTo("pause:" + reason.wireName());
        assertThat(result.tokens()).hasSize(1);
        assertThat(result.result().get("pauses").orElseThrow().elements()).hasSize(1);
    }

    @Test
    void call_thatNeedsApproval_parksTheRun_andTheToolDoesNotRun() {
        AtomicInteger ran = new AtomicInteger();
        Tool<Text, Text> pay = Tool.of("money.pay", Text.class, Text.class, text -> {
            ran.incrementAndGet();
            return text;
        });
        RunResult result = run(
                script(Decision.call("money.pay", Json.parse("{\"text\":\"a\"}"))),
                request -> request,
                builder -> builder.tools(pay)
                        .access(question -> question.stage() == AccessRequest.Stage.DISPATCH
                                ? Verdict.ask("pay?")
                                : Verdict.allow()));
        assertThat(result.state()).isEqualTo(RunState.WAITING);
        assertThat(result.reason()).isEqualTo("pause:approval_required");
        assertThat(ran).hasValue(0);
    }

    @Test
    void write_whoseAnswerIsLost_makesTheRunWait() {
        AtomicInteger ran = new AtomicInteger();
        Tool<Text, Text> flaky = Tool.<Text, Text>of("order.place", Text.class, Text.class, text -> {
                    ran.incrementAndGet();
                    throw new java.io.IOException("connection reset");
                })
                .effect(SideEffect.WRITE);
        RunResult result = run(script(Decision.call("order.place", Json.parse("{\"text\":\"a\"}"))), flaky);
        assertThat(result.state()).isEqualTo(RunState.WAITING);
        assertThat(result.reason()).isEqualTo("unknown_write_outcome");
        assertThat(ran).hasValue(1);
    }

    @Test
    void denied_isAnObservation_andTheRunGoesOn_withoutUsingBudget() {
        Tool<Text, Text> wipe =
                Tool.of("disk.wipe", Text.class, Text.class, text -> text).effect(SideEffect.WRITE);
        RunResult result = run(
                script(
                        Decision.call("disk.wipe", Json.parse("{\"text\":\"a\"}")),
                        say("b"),
                        Decision.finish(Json.NULL)),
                request -> request.limits(BudgetLimits.builder().maxToolCalls(1).build()),
                builder -> builder.tools(wipe, echo()).access(RestrictionPolicy.allowing(SideEffect.PURE)));
        assertThat(result.isSuccess()).isTrue();
        assertThat(observations(result)).extracting(Observation::status).containsExactly("denied", "succeeded");
        assertThat(result.usage().toolCalls()).isEqualTo(1);
    }

    @Test
    void disallowedTool_isNeitherShownNorCallable() {
        AtomicInteger ran = new AtomicInteger();
        List<String> shown = new ArrayList<>();
        Planner planner = steps(List.of(
                context -> {
                    context.tools().forEach(tool -> shown.add(tool.id().name()));
                    return say("a");
                },
                context -> Decision.finish(
                        context.trajectory().lastObservation().orElseThrow().content())));
        RunResult result = run(
                planner,
                request -> request.disallow("text.echo"),
                builder -> builder.tools(counting("text.echo", ran)));
        assertThat(shown).doesNotContain("text.echo");
        assertThat(result.result().toString()).contains("tool_disallowed");
        assertThat(ran).hasValue(0);
    }

    @Test
    void tool_thatThePolicyHidesOnly_isNotCallableByAPlanner_butByAPerson() throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        AccessPolicy hiding = question -> question.stage() == AccessRequest.Stage.ADVERTISE
                        && question.tool().id().name().equals("text.echo")
                ? Verdict.deny("not_shown", "it is not for planners")
                : Verdict.allow();
        try (HarborRuntime runtime =
                runtime(events).tools(counting("text.echo", ran)).access(hiding).build()) {
            RunResult result = runtime.as(ADA)
                    .start(RunRequest.goal("do it").planner(script(say("a"), Decision.finish(Json.NULL))))
                    .await(BOUND);
            assertThat(result.isSuccess()).isTrue();
            assertThat(observations(result)).singleElement().satisfies(seen -> {
                assertThat(seen.status()).isEqualTo("denied");
                assertThat(seen.content().toString()).contains("not_shown");
            });
            assertThat(ran).hasValue(0);
            assertThat(runtime.as(ADA)
                            .call("text.echo", Json.parse("{\"text\":\"a\"}"))
                            .isSuccess())
                    .isTrue();
        }
    }

    private static Tool<Text, Text> counting(String name, AtomicInteger ran) {
        return Tool.of(name, Text.class, Text.class, text -> {
                    ran.incrementAndGet();
                    return text;
                })
                .effect(SideEffect.PURE);
    }

    @Test
    void tools_thatAPlannerIsNotShown_areNotCallableByAnyOfTheirNames() {
        AtomicInteger ran = new AtomicInteger();
        List<String> names = List.of(
                "text.scoped",
                "text.scoped@v1",
                "text_scoped",
                "text.foreign",
                "text.foreign@v1",
                "text_foreign",
                "text.hidden",
                "text.hidden@v1",
                "text_hidden",
                "text.disallowed",
                "text.disallowed@v1",
                "text_disallowed");
        List<List<String>> shown = new ArrayList<>();
        Planner planner = context -> {
            shown.add(context.tools().stream().map(tool -> tool.id().name()).toList());
            int step = context.trajectory().size();
            return step == names.size()
                    ? Decision.finish(Json.NULL)
                    : Decision.call(names.get(step), Json.of(Map.of("text", "a")));
        };
        RunResult result = run(
                planner,
                request -> request.disallow("text.disallowed"),
                builder -> builder.access(RestrictionPolicy.builder()
                                .tools("text.shown", "text.scoped", "text.foreign", "text.disallowed")
                                .build())
                        .tools(
                                counting("text.shown", ran),
                                counting("text.scoped", ran).authScopes("mail.send"),
                                counting("text.foreign", ran).tenants("globex"),
                                counting("text.hidden", ran),
                                counting("text.disallowed", ran)));
        assertThat(result.isSuccess()).isTrue();
        assertThat(shown)
                .allSatisfy(each -> assertThat(each)
                        .contains("text.shown")
                        .doesNotContain("text.scoped", "text.foreign", "text.hidden", "text.disallowed"));
        assertThat(observations(result)).hasSize(names.size()).noneMatch(Observation::isSuccess);
        assertThat(ran).hasValue(0);
    }

    @Test
    void limits_endTheRun_eachWithItsOwnReason() {
        Planner endless = context -> say("a");
        assertLimit(endless, BudgetLimits.builder().maxToolCalls(3).build(), "tool_budget_exhausted");
        assertLimit(endless, BudgetLimits.builder().maxStepsPerDrive(5).build(), "step_limit");
        assertLimit(
                endless,
                BudgetLimits.builder().maxOutputBytes(20).maxStepsPerDrive(100).build(),
                "output_budget_exhausted");
        Planner asking = context -> {
            context.model()
                    .complete(LlmRequest.of(List.of(Message.of(Role.USER, "hi"))), LlmCall.of(context.identity()));
            return say("a");
        };
        assertLimit(asking, BudgetLimits.builder().maxModelCalls(2).build(), "model_budget_exhausted");
        assertLimit(asking, BudgetLimits.builder().maxTokens(25).build(), "token_budget_exhausted");
        assertLimit(asking, BudgetLimits.builder().maxCostMicros(250).build(), "cost_budget_exhausted");
    }

    private void assertLimit(Planner planner, BudgetLimits limits, String reason) {
        RunResult result = run(
                planner,
                request -> request.limits(limits),
                builder -> builder.tools(echo())
                        .llm((request, call) -> new LlmReply("ok", new LlmUsage(7, 3, 100), "stop", "m")));
        assertThat(result.state()).isEqualTo(RunState.FAILED);
        assertThat(result.reason()).isEqualTo(reason);
    }

    @Test
    void names_inventedForEver_endAtTheLimitsOfTheRun() {
        AtomicInteger asked = new AtomicInteger();
        Planner inventing = context -> {
            context.model()
                    .complete(LlmRequest.of(List.of(Message.of(Role.USER, "hi"))), LlmCall.of(context.identity()));
            return Decision.call("text.ecko" + asked.incrementAndGet(), Json.EMPTY_OBJECT);
        };
        assertLimit(inventing, BudgetLimits.builder().maxStepsPerDrive(7).build(), "step_limit");
        assertThat(asked).hasValue(7);
        assertLimit(inventing, BudgetLimits.builder().maxModelCalls(4).build(), "model_budget_exhausted");
        assertThat(asked).hasValue(11);
    }

    @Test
    void toolBudget_isExactUnderParallelism() {
        AtomicInteger ran = new AtomicInteger();
        Tool<Text, Text> count = Tool.of("text.count", Text.class, Text.class, text -> {
                    ran.incrementAndGet();
                    return text;
                })
                .effect(SideEffect.READ);
        List<ToolRequest> twenty = java.util.stream.IntStream.range(0, 20)
                .mapToObj(i -> ToolRequest.of("text.count", Json.parse("{\"text\":\"a\"}")))
                .toList();
        RunResult result = run(
                script(new Decision.CallParallel(twenty, JoinPolicy.ALL)),
                request ->
                        request.limits(BudgetLimits.builder().maxToolCalls(10).build()),
                builder -> builder.tools(count).maxParallelCalls(20));
        assertThat(ran).hasValue(10);
        assertThat(result.usage().toolCalls()).isEqualTo(10);
        assertThat(result.reason()).isEqualTo("tool_budget_exhausted");
        assertThat(observations(result)).filteredOn(Observation::isSuccess).hasSize(10);
    }

    @Test
    void planner_thatThrowsOrReturnsNothing_failsTheRun() {
        assertThat(run(context -> {
                            throw new IllegalStateException("lost");
                        })
                        .reason())
                .isEqualTo("planner_failed");
        assertThat(run(RunLoopTest::nothing).reason()).isEqualTo("planner_failed");
    }

    @SuppressWarnings("NullAway") // the point of the test
    private static Decision nothing(PlanContext context) {
        return null;
    }

    @Test
    void policy_thatThrowsWhileAdvertising_failsTheRun_beforeThePlannerIsAsked() {
        AtomicInteger asked = new AtomicInteger();
        RunResult result = run(
                context -> {
                    asked.incrementAndGet();
                    return Decision.finish(Json.NULL);
                },
                request -> request,
                builder -> builder.access(question -> {
                    throw new IllegalStateException("policy store is down");
                }));
        assertThat(result.reason()).isEqualTo("policy_failure");
        assertThat(asked).hasValue(0);
    }

    @Test
    void policy_thatThrowsAtTheCall_failsTheRun_andNoToolRuns() {
        AtomicInteger ran = new AtomicInteger();
        RunResult result = run(
                script(say("a"), Decision.finish(Json.NULL)),
                request -> request,
                builder -> builder.tools(counting("text.echo", ran)).access(question -> {
                    if (question.stage() == AccessRequest.Stage.DISPATCH) {
                        throw new IllegalStateException("policy store is down");
                    }
                    return Verdict.allow();
                }));
        assertThat(result.state()).isEqualTo(RunState.FAILED);
        assertThat(result.reason()).isEqualTo("policy_failure");
        assertThat(ran).hasValue(0);
    }

    @Test
    void deniedWhileAdvertising_isNotShown() {
        List<String> shown = new ArrayList<>();
        run(
                context -> {
                    context.tools().forEach(tool -> shown.add(tool.id().name()));
                    return Decision.finish(Json.NULL);
                },
                request -> request,
                builder -> builder.tools(echo()).access(RestrictionPolicy.allowing(SideEffect.READ)));
        assertThat(shown).containsExactly("artifact.fetch");
    }

    @Test
    void model_isAlwaysTheGuardedOne() {
        AtomicInteger reached = new AtomicInteger();
        RunResult result = run(
                context -> {
                    context.model()
                            .complete(
                                    LlmRequest.of(List.of(Message.of(Role.SYSTEM, "x".repeat(40_000)))),
                                    LlmCall.of(context.identity()));
                    return Decision.finish(Json.NULL);
                },
                request -> request,
                builder -> builder.llm((request, call) -> {
                    reached.incrementAndGet();
                    return LlmReply.of("");
                }));
        assertThat(result.reason()).isEqualTo("context_leak");
        assertThat(reached).hasValue(0);
        assertThat(events).extracting(HarborEvent::type).contains("llm.context_leak");
    }

    @Test
    void heavyInput_isAStub_andCanBeFetched() {
        Json heavy = Json.of(Map.of("text", "y".repeat(50_000)));
        Planner planner = context -> {
            assertThat(context.input().sizeBytes()).isLessThan(32_768);
            String id = context.input().get("artifact_ref").orElseThrow().asString();
            return context.trajectory().size() == 0
                    ? Decision.call("artifact.fetch", Json.of(Map.of("ref", id)))
                    : Decision.finish(
                            context.trajectory().lastObservation().orElseThrow().content());
        };
        RunResult result = run(planner, request -> request.input(heavy), builder -> builder);
        assertThat(result.isSuccess()).isTrue();
        assertThat(result.result().toString()).contains("yyyy", "next_offset");
        assertThat(result.result().sizeBytes()).isLessThan(32_768);
    }

    @Test
    void evidence_countsWhereItWasGranted_only() {
        Tool<Text, Text> seeing = Tool.producing(
                "repo.look",
                Text.class,
                Text.class,
                (text, context) -> ToolOutput.of(text).evidence(Evidence.observed("scm.branch", Json.of("main"))));
        Planner planner =
                script(Decision.call("repo.look", Json.parse("{\"text\":\"a\"}")), Decision.finish(Json.NULL));
        assertThat(run(planner, seeing.observes()).evidence())
                .singleElement()
                .satisfies(claim -> assertThat(claim.evidence().type()).isEqualTo("scm.branch"));
        Planner again = script(Decision.call("repo.look", Json.parse("{\"text\":\"a\"}")), Decision.finish(Json.NULL));
        RunResult refused = run(again, seeing);
        assertThat(refused.evidence()).isEmpty();
        assertThat(observations(refused).get(0).isSuccess()).isTrue();
        assertThat(events).extracting(HarborEvent::type).contains("tool.evidence_refused");
    }

    @Test
    void run_withoutJournalOrPlanner_isRefused_withAWayOut() {
        try (HarborRuntime runtime =
                HarborRuntime.builder().artifacts(Artifacts.memory()).build()) {
            assertThatThrownBy(() ->
                            runtime.as(ADA).start(RunRequest.goal("x").planner(context -> Decision.finish(Json.NULL))))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("InMemoryJournal");
            assertThatThrownBy(() -> runtime.as(ADA).start(RunRequest.goal("x")))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("planner");
        }
    }

    @Test
    void run_withAnIdThatExists_isRefused() {
        try (HarborRuntime runtime = runtime(events).build()) {
            RunRequest request = RunRequest.goal("x")
                    .planner(context -> Decision.finish(Json.NULL))
                    .id("order-17");
            assertThat(runtime.as(ADA).start(request).await(BOUND).isSuccess()).isTrue();
            assertThatThrownBy(() -> runtime.as(ADA).start(request))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("order-17");
        }
    }
}
