package dev.harbor.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.CallEvent;
import dev.harbor.event.FlowBudgetExceeded;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolCompleted;
import dev.harbor.flow.Condition;
import dev.harbor.flow.Flow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import dev.harbor.json.Json;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.FakeToolContext;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Flows that are called outside a run. */
@Timeout(60)
final class FlowCallTest {

    record In(int n) {}

    record Out(int n) {}

    private static final long PATIENCE_SECONDS = 20;

    private final List<HarborEvent> events = Fixture.events();
    private final AtomicInteger calls = new AtomicInteger();
    private HarborRuntime runtime = Fixture.runtime(events).build();

    @AfterEach
    void close() {
        runtime.close();
    }

    private void register(Tool<?, ?>... tools) {
        runtime.close();
        runtime = Fixture.runtime(events).tools(tools).build();
    }

    private Tool<In, Out> adding(String name, int more) {
        return Tool.of(name, In.class, Out.class, in -> {
                    calls.incrementAndGet();
                    return new Out(in.n() + more);
                })
                .effect(SideEffect.READ);
    }

    private static Tool<In, Out> failing(String name, Exception why) {
        return Tool.of(name, In.class, Out.class, in -> {
                    throw why;
                })
                .effect(SideEffect.WRITE);
    }

    private static Flow.Builder flow() {
        return Flow.builder("demo.flow", In.class);
    }

    private ToolOutcome<Json> call(Flow flow, int n) {
        return runtime.as(Fixture.ADA).call(flow.name(), Json.parse("{\"n\":" + n + "}"));
    }

    private static ToolOutcome.Failure<Json> failure(ToolOutcome<Json> outcome) {
        assertThat(outcome).isInstanceOf(ToolOutcome.Failure.class);
        return (ToolOutcome.Failure<Json>) outcome;
    }

    private static void assertExceeded(ToolOutcome<Json> outcome, String axis) {
        assertThat(failure(outcome).error().code()).isEqualTo(ErrorCode.FLOW_BUDGET_EXCEEDED);
        assertThat(failure(outcome).error().message()).contains("(" + axis + ")");
        assertThat(failure(outcome).error().outcomeKnown()).isTrue();
    }

    private List<String> axes() {
        return events.stream()
                .filter(FlowBudgetExceeded.class::isInstance)
                .map(event -> ((FlowBudgetExceeded) event).axis())
                .toList();
    }

    private static String toolOf(CallEvent event) {
        return event.call().tool().orElseThrow().toString();
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void threeNodes_passTheirResultsOn_andTheLastOneIsTheResult() {
        Tool<In, Out> tool = adding("add.ten", 10);
        Flow flow = flow().add(
                        Node.step("one", adding("one", 1)),
                        Node.call("ten", tool).with(Ref.to("one")),
                        Node.call("again", "add.ten", SideEffect.READ).with("n", Ref.to("ten", "/n")))
                .output(Ref.to("again"))
                .build();
        register(tool, flow.tool());

        assertThat(call(flow, 0).orThrow()).isEqualTo(Json.parse("{\"n\":21}"));
        assertThat(runtime.as(Fixture.ADA)
                        .call(flow.tool(), Json.parse("{\"n\":1}"))
                        .orThrow())
                .isEqualTo(Json.parse("{\"n\":22}"));
    }

    @Test
    void nodes_areCallsOfTheirOwn_withTheFlowAsTheirParent() {
        Flow flow = flow().add(Node.step("one", adding("one", 1)))
                .output(Ref.to("one"))
                .build();
        register(flow.tool());
        call(flow, 0).orThrow();

        List<CallEvent> done = events.stream()
                .filter(ToolCompleted.class::isInstance)
                .map(CallEvent.class::cast)
                .toList();
        assertThat(done).extracting(FlowCallTest::toolOf).containsExactly("one@v1", "demo.flow@v1");
        assertThat(done.get(0).call().callId()).isEqualTo(done.get(1).call().callId() + ".one");
        assertThat(done.get(0).call().parentCallId())
                .hasValue(done.get(1).call().callId());
        assertThat(done).allSatisfy(event -> assertThat(event.identity()).isEqualTo(Fixture.ADA));
    }

    @Test
    void arguments_thatAreWrong_areRefusedBeforeTheFirstNode() {
        Flow flow = flow().add(Node.step("one", adding("one", 1)))
                .output(Ref.to("one"))
                .build();
        register(flow.tool());
        ToolOutcome<Json> outcome = runtime.as(Fixture.ADA).call("demo.flow", Json.parse("{\"n\":\"x\"}"));

        assertThat(failure(outcome).error().code()).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        assertThat(failure(outcome).error().violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.pointer()).isEqualTo("/n"));
        assertThat(calls).hasValue(0);
    }

    @Test
    void step_isNotToBeCalledByAnybodyElse() {
        Flow flow = flow().add(Node.step("one", adding("secret.step", 1)))
                .output(Ref.to("one"))
                .build();
        register(flow.tool());
        ToolOutcome<Json> outcome = runtime.as(Fixture.ADA).call("secret.step", Json.parse("{\"n\":1}"));

        assertThat(failure(outcome).error().code()).isEqualTo(ErrorCode.TOOL_NOT_FOUND);
    }

    @Test
    void condition_thatDoesNotHold_skipsTheNodeAndWhatTakesItsResult() {
        Condition isBig = Condition.test("big", Ref.input("/n"), n -> n.asInt() > 100);
        Flow flow = flow().add(
                        Node.step("big", adding("big", 1000)).onlyIf(isBig),
                        Node.step("bigger", adding("bigger", 1)).with(Ref.to("big")),
                        Node.step("small", adding("small", 1)).onlyIf(isBig.not()),
                        Node.choose("end", "bigger", "small"))
                .output(Ref.to("end"))
                .build();
        register(flow.tool());

        assertThat(call(flow, 5).orThrow()).isEqualTo(Json.parse("{\"n\":6}"));
        assertThat(calls).hasValue(1);
        assertThat(call(flow, 500).orThrow()).isEqualTo(Json.parse("{\"n\":1501}"));
        assertThat(calls).hasValue(3);
    }

    @Test
    void conditions_ofEveryKind_sayWhatTheyFind() {
        Flow flow = Flow.builder("demo.flow", Json.EMPTY_OBJECT)
                .add(
                        conditional("isTrue", Condition.isTrue(Ref.input("/yes"))),
                        conditional("isTrueOfText", Condition.isTrue(Ref.input("/text"))),
                        conditional("isTrueOfNothing", Condition.isTrue(Ref.input("/nothing"))),
                        conditional("equal", Condition.equal(Ref.input("/number"), Json.parse("1.50"))),
                        conditional("and", Condition.isTrue(Ref.input("/yes")).and(Condition.isTrue(Ref.input("/no")))),
                        conditional("ofNull", Condition.test("null", Ref.input("/nothing"), Json::isNull)))
                .output("isTrue", Ref.to("isTrue"))
                .build();
        register(flow.tool());
        runtime.as(Fixture.ADA)
                .call("demo.flow", Json.parse("{\"yes\":true,\"text\":\"true\",\"number\":1.5,\"no\":false}"))
                .orThrow();

        assertThat(events.stream().filter(ToolCompleted.class::isInstance).map(event -> toolOf((ToolCompleted) event)))
                .containsExactlyInAnyOrder("isTrue@v1", "equal@v1", "ofNull@v1", "demo.flow@v1");
    }

    private static Node conditional(String name, Condition condition) {
        return Node.step(name, Tool.json(name, Json.EMPTY_OBJECT, value -> Json.of(name)))
                .onlyIf(condition);
    }

    @Test
    void result_ofASkippedNode_isNoResult() {
        Flow flow = flow().add(Node.step("one", adding("one", 1)).onlyIf(Condition.equal(Ref.input("/n"), Json.of(7))))
                .output(Ref.to("one"))
                .build();
        register(flow.tool());

        assertThat(call(flow, 7).isSuccess()).isTrue();
        assertThat(failure(call(flow, 8)).error().message()).contains("node 'one'", "skipped");
    }

    @Test
    void list_givesItsResultsInTheOrderOfItsElements_howeverTheyEnd() {
        CountDownLatch lastEnded = new CountDownLatch(1);
        Tool<In, Out> slowFirst = Tool.of("slow", In.class, Out.class, in -> {
                    if (in.n() == 0) {
                        await(lastEnded);
                    } else {
                        lastEnded.countDown();
                    }
                    return new Out(in.n() * 10);
                })
                .effect(SideEffect.READ);
        Flow flow = Flow.builder("demo.flow", Json.parse("{\"type\":\"object\"}"))
                .add(Node.step("each", slowFirst).each(Ref.input("/all"), 2))
                .output(Ref.to("each"))
                .build();
        register(flow.tool());
        Json all = Json.parse("{\"all\":[{\"n\":0},{\"n\":1},{\"n\":2}]}");

        assertThat(runtime.as(Fixture.ADA).call("demo.flow", all).orThrow())
                .isEqualTo(Json.parse("[{\"n\":0},{\"n\":10},{\"n\":20}]"));
    }

    @Test
    void list_runsNoMoreElementsAtOnceThanItMay() {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Tool<In, Out> counting = Tool.of("counting", In.class, Out.class, in -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    Thread.yield();
                    now.decrementAndGet();
                    return new Out(in.n());
                })
                .effect(SideEffect.READ);
        Flow flow = Flow.builder("demo.flow", Json.parse("{\"type\":\"object\"}"))
                .add(Node.step("each", counting).each(Ref.input("/all"), 3))
                .output(Ref.to("each"))
                .build();
        register(flow.tool());
        List<In> many = IntStream.range(0, 200).mapToObj(In::new).toList();
        Json input = Json.of(Map.of(
                "all", many.stream().map(in -> Map.of("n", in.n())).toList()));

        assertThat(runtime.as(Fixture.ADA).call("demo.flow", input).orThrow().elements())
                .hasSize(200);
        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    void list_thatIsEmpty_isAnEmptyList_andOneThatIsNone_aFailure() {
        Flow flow = Flow.builder("demo.flow", Json.parse("{\"type\":\"object\"}"))
                .add(Node.step("each", adding("one", 1)).each(Ref.input("/all"), 3))
                .output(Ref.to("each"))
                .build();
        register(flow.tool());

        assertThat(runtime.as(Fixture.ADA)
                        .call("demo.flow", Json.parse("{\"all\":[]}"))
                        .orThrow())
                .isEqualTo(Json.parse("[]"));
        assertThat(failure(runtime.as(Fixture.ADA).call("demo.flow", Json.parse("{\"all\":3}")))
                        .error()
                        .message())
                .contains("node 'each'", "there is no list at input/all");
    }

    @Test
    void nodes_thatDoNotDependOnEachOther_runAtOnce() {
        CountDownLatch both = new CountDownLatch(2);
        Flow flow = flow().add(Node.step("a", meeting(both)), Node.step("b", meeting(both)))
                .output("a", Ref.to("a"))
                .output("b", Ref.to("b"))
                .build();
        register(flow.tool());

        assertThat(call(flow, 1).orThrow()).isEqualTo(Json.parse("{\"a\":{\"n\":1},\"b\":{\"n\":1}}"));
    }

    private static Tool<In, Out> meeting(CountDownLatch all) {
        return Tool.of("meeting", In.class, Out.class, in -> {
                    all.countDown();
                    await(all);
                    return new Out(in.n());
                })
                .effect(SideEffect.READ);
    }

    @Test
    void executor_withOneThread_isEnoughForAnyFlow() {
        ExecutorService one = Executors.newSingleThreadExecutor();
        Flow inner = flow().add(Node.step("a", adding("a", 1)), Node.step("b", adding("b", 2)))
                .output("n", Ref.to("b", "/n"))
                .build();
        Flow flow = Flow.builder("outer.flow", In.class)
                .add(
                        Node.flow("x", inner),
                        Node.flow("y", inner),
                        Node.flow("z", inner).with(Ref.to("y")))
                .output(Ref.to("z"))
                .build();
        try (HarborRuntime small =
                Fixture.runtime(events).executor(one).tools(flow.tool()).build()) {
            assertThat(small.as(Fixture.ADA)
                            .call("outer.flow", Json.parse("{\"n\":1}"))
                            .orThrow())
                    .isEqualTo(Json.parse("{\"n\":5}"));
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void deadline_thatIsOver_endsTheFlowWithATypedErrorAndAnEvent() {
        Flow flow = flow().add(Node.step("endless", sleeping(SideEffect.READ)))
                .output(Ref.to("endless"))
                .deadline(Duration.ofMillis(50))
                .build();
        register(flow.tool());

        assertExceeded(call(flow, 1), "deadline");
        assertThat(axes()).containsExactly("deadline");
    }

    private static Tool<In, Out> sleeping(SideEffect effect) {
        return Tool.of("sleeping", In.class, Out.class, in -> {
                    new CountDownLatch(1).await();
                    return new Out(1);
                })
                .effect(effect)
                .policy(ToolPolicy.builder().noTimeout().noRetry().build());
    }

    @Test
    void deadline_ofTheParent_isTheSoonerOne() {
        Flow inner = flow().add(Node.step("endless", sleeping(SideEffect.READ)))
                .output(Ref.to("endless"))
                .deadline(Duration.ofMinutes(5))
                .build();
        Flow outer = Flow.builder("outer.flow", In.class)
                .add(Node.flow("inner", inner))
                .output(Ref.to("inner"))
                .deadline(Duration.ofMillis(50))
                .build();
        register(outer.tool());

        assertExceeded(runtime.as(Fixture.ADA).call("outer.flow", Json.parse("{\"n\":1}")), "deadline");
        assertThat(axes()).containsExactly("deadline");
    }

    @Test
    void deadline_ofAFlowInAFlow_thatIsTheSoonerOne_endsThatFlowAlone() {
        Flow inner = flow().add(Node.step("endless", sleeping(SideEffect.READ)))
                .output(Ref.to("endless"))
                .deadline(Duration.ofMillis(50))
                .build();
        Flow outer = Flow.builder("outer.flow", In.class)
                .add(Node.flow("inner", inner))
                .output(Ref.to("inner"))
                .deadline(Duration.ofMinutes(5))
                .build();
        register(outer.tool());
        ToolOutcome<Json> outcome = runtime.as(Fixture.ADA).call("outer.flow", Json.parse("{\"n\":1}"));

        assertThat(failure(outcome).error().code()).isEqualTo(ErrorCode.FLOW_NODE_FAILED);
        assertThat(failure(outcome).error().message()).contains("node 'inner'", "FLOW_BUDGET_EXCEEDED");
        assertThat(axes()).containsExactly("deadline");
    }

    @Test
    void deadline_ofANode_failsTheNodeAlone() {
        Flow flow = flow().add(Node.step("endless", sleeping(SideEffect.READ)).deadline(Duration.ofMillis(50)))
                .output(Ref.to("endless"))
                .deadline(Duration.ofMinutes(5))
                .build();
        register(flow.tool());

        assertThat(failure(call(flow, 1)).error().code()).isEqualTo(ErrorCode.FLOW_NODE_FAILED);
        assertThat(failure(call(flow, 1)).error().message()).contains("node 'endless'", "DEADLINE_EXCEEDED");
        assertThat(axes()).isEmpty();
    }

    @Test
    void write_thatIsCutOffByTheDeadline_leavesTheFlowInDoubt() {
        Flow flow = flow().add(Node.step("endless", sleeping(SideEffect.WRITE)))
                .output(Ref.to("endless"))
                .deadline(Duration.ofMillis(50))
                .build();
        register(flow.tool());
        ToolOutcome<Json> outcome = call(flow, 1);

        assertThat(outcome).isInstanceOf(ToolOutcome.Unknown.class);
        assertThat(((ToolOutcome.Unknown<Json>) outcome).error().message()).contains("endless");
    }

    @Test
    void node_thatIgnoresEverything_doesNotKeepTheCaller() {
        CountDownLatch release = new CountDownLatch(1);
        Tool<In, Out> stubborn = Tool.of("stubborn", In.class, Out.class, in -> {
                    boolean isDone = false;
                    while (!isDone) {
                        try {
                            release.await();
                            isDone = true;
                        } catch (InterruptedException ignored) {
                            // That is what stubborn means.
                        }
                    }
                    return new Out(1);
                })
                .effect(SideEffect.READ);
        Flow flow = flow().add(Node.step("stubborn", stubborn))
                .output(Ref.to("stubborn"))
                .deadline(Duration.ofMillis(20))
                .build();
        register(flow.tool());
        ToolOutcome<Json> outcome = call(flow, 1);
        release.countDown();

        assertThat(failure(outcome).error().code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    }

    @Test
    void hops_thatAreUsedUp_endTheFlowBeforeTheNextNode() {
        Flow.Builder path = flow().add(
                        Node.step("one", adding("one", 1)),
                        Node.step("two", adding("two", 1)).with(Ref.to("one")),
                        Node.step("three", adding("three", 1)).with(Ref.to("two")))
                .output(Ref.to("three"));
        Flow short2 = path.hops(2).build();
        register(short2.tool());

        assertExceeded(call(short2, 1), "hop_budget");
        assertThat(calls).hasValue(2);
        assertThat(axes()).containsExactly("hop_budget");

        Flow enough = path.hops(3).build();
        register(enough.tool());
        assertThat(call(enough, 1).isSuccess()).isTrue();
    }

    @Test
    void elements_countAsHops() {
        Flow flow = Flow.builder("demo.flow", Json.parse("{\"type\":\"object\"}"))
                .add(Node.step("each", adding("one", 1)).each(Ref.input("/all"), 1))
                .output(Ref.to("each"))
                .hops(2)
                .build();
        register(flow.tool());

        assertExceeded(
                runtime.as(Fixture.ADA).call("demo.flow", Json.parse("{\"all\":[{\"n\":0},{\"n\":1},{\"n\":2}]}")),
                "hop_budget");
        assertThat(calls).hasValue(2);
    }

    @Test
    void costs_thatAreKnownBefore_areNotSpentBeyondTheCap() {
        Flow flow = flow().add(
                        Node.step("one", adding("one", 1)).cost(60),
                        Node.step("two", adding("two", 1)).with(Ref.to("one")).cost(60))
                .output(Ref.to("two"))
                .costMicros(100)
                .build();
        register(flow.tool());

        assertExceeded(call(flow, 1), "cost_cap");
        assertThat(calls).hasValue(1);
    }

    @Test
    void costs_thatAResultTellsOf_endTheFlowOnceTheyAreAboveTheCap() {
        Flow.Builder costly = flow().add(
                        Node.step("one", adding("one", 0))
                                .costOf(result -> result.at("/n").orElseThrow().asLong()),
                        Node.step("two", adding("two", 1)).with(Ref.to("one")))
                .output(Ref.to("two"))
                .costMicros(100);
        register(costly.build().tool());

        assertThat(call(costly.build(), 100).isSuccess()).isTrue();
        assertThat(calls).hasValue(2);
        assertExceeded(call(costly.build(), 101), "cost_cap");
        assertThat(calls).hasValue(3);
        assertThat(axes()).containsExactly("cost_cap");
    }

    @Test
    void node_thatFails_isNamedWithWhatItSaid_andNothingMoreBegins() {
        Flow flow = flow().add(
                        Node.step("bad", failing("bad", ToolFailed.permanent("the card was refused"))),
                        Node.step("next", adding("next", 1)).with(Ref.to("bad")))
                .output(Ref.to("next"))
                .build();
        register(flow.tool());
        ToolOutcome.Failure<Json> failure = failure(call(flow, 1));

        assertThat(failure.error().code()).isEqualTo(ErrorCode.FLOW_NODE_FAILED);
        assertThat(failure.error().message())
                .isEqualTo("node 'bad' of flow 'demo.flow': it failed (TOOL_FAILED): the card was refused");
        assertThat(failure.error().isRetryable()).isFalse();
        assertThat(calls).hasValue(0);
    }

    @Test
    void node_whoseArgumentsAreRefused_saysWhere_andDoesNotBlameTheCaller() {
        Flow flow = Flow.builder("demo.flow", Json.parse("{\"type\":\"object\"}"))
                .add(Node.step("one", adding("one", 1)).with("n", Ref.input("/x")))
                .output(Ref.to("one"))
                .build();
        register(flow.tool());
        ToolOutcome.Failure<Json> failure =
                failure(runtime.as(Fixture.ADA).call("demo.flow", Json.parse("{\"x\":\"word\"}")));

        assertThat(failure.error().code()).isEqualTo(ErrorCode.FLOW_NODE_FAILED);
        assertThat(failure.error().message()).contains("node 'one'", "INVALID_ARGUMENTS", "/n");
    }

    @Test
    void node_thatIsInDoubt_putsTheFlowInDoubt() {
        Flow flow = flow().add(Node.step("bad", failing("bad", ToolFailed.inDoubt("the line broke", null))))
                .output(Ref.to("bad"))
                .build();
        register(flow.tool());

        assertThat(call(flow, 1)).isInstanceOf(ToolOutcome.Unknown.class);
    }

    @Test
    void node_thatFails_doesNotCutItsSiblingsOff() {
        CountDownLatch failed = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Tool<In, Out> slow = Tool.of("slow", In.class, Out.class, in -> {
                    await(failed);
                    ended.countDown();
                    return new Out(1);
                })
                .effect(SideEffect.READ);
        Tool<In, Out> bad = Tool.of("bad", In.class, Out.class, in -> {
                    failed.countDown();
                    throw ToolFailed.permanent("no");
                })
                .effect(SideEffect.READ);
        Flow flow = flow().add(Node.step("slow", slow), Node.step("bad", bad))
                .output(Ref.to("slow"))
                .build();
        register(flow.tool());

        assertThat(failure(call(flow, 1)).error().message()).contains("node 'bad'");
        assertThat(ended.getCount()).isZero();
    }

    @Test
    void node_isRetriedByThePolicyOfItsTool() {
        Tool<In, Out> shaky = Tool.of("shaky", In.class, Out.class, in -> {
                    if (calls.incrementAndGet() < 3) {
                        throw ToolFailed.temporary("not yet");
                    }
                    return new Out(1);
                })
                .effect(SideEffect.READ)
                .policy(ToolPolicy.builder()
                        .maxAttempts(3)
                        .backoff(Backoff.NONE)
                        .build());
        Flow flow =
                flow().add(Node.step("shaky", shaky)).output(Ref.to("shaky")).build();
        register(flow.tool());

        assertThat(call(flow, 1).isSuccess()).isTrue();
        assertThat(calls).hasValue(3);
    }

    @Test
    void flow_isNotRetriedAsAWhole() {
        Flow flow = flow().add(
                        Node.step("one", adding("one", 1)),
                        Node.step("bad", failing("bad", ToolFailed.temporary("busy")))
                                .with(Ref.to("one")))
                .output(Ref.to("bad"))
                .build();
        register(flow.tool());
        call(flow, 1);

        assertThat(calls).hasValue(1);
    }

    @Test
    void tool_whoseEffectIsStrongerThanWasSaid_isNotCalled() {
        Tool<In, Out> writes = adding("acts.write", 1).effect(SideEffect.WRITE);
        Flow flow = flow().add(Node.call("one", "acts.write", SideEffect.READ))
                .output(Ref.to("one"))
                .build();
        register(writes, flow.tool());

        assertThat(failure(call(flow, 1)).error().message()).contains("effect_exceeded");
        assertThat(calls).hasValue(0);
    }

    @Test
    void tool_thatIsNotThere_failsItsNode() {
        Flow flow = flow().add(Node.call("one", "no.such", SideEffect.READ))
                .output(Ref.to("one"))
                .build();
        register(flow.tool());

        assertThat(failure(call(flow, 1)).error().message()).contains("node 'one'", "TOOL_NOT_FOUND");
    }

    @Test
    void tool_thatIsHiddenFromTheCaller_isNotCalledByAFlowEither() {
        Tool<In, Out> hidden = adding("for.bob", 1).visibleTo(Fixture.BOB::equals);
        Flow flow = flow().add(Node.call("one", hidden)).output(Ref.to("one")).build();
        register(hidden, flow.tool());

        assertThat(failure(call(flow, 1)).error().message()).contains("TOOL_NOT_FOUND");
        assertThat(runtime.as(Fixture.BOB)
                        .call("demo.flow", Json.parse("{\"n\":1}"))
                        .isSuccess())
                .isTrue();
    }

    @Test
    void cancellation_reachesEveryNode_andNoneBeginsAfterIt() throws Exception {
        CountDownLatch inside = new CountDownLatch(2);
        CountDownLatch told = new CountDownLatch(2);
        Tool<In, Out> waiting = Tool.of("waiting", In.class, Out.class, (in, context) -> {
                    context.cancellation().onCancel(told::countDown);
                    inside.countDown();
                    new CountDownLatch(1).await();
                    return new Out(1);
                })
                .effect(SideEffect.READ);
        Flow flow = flow().add(
                        Node.step("a", waiting),
                        Node.step("b", waiting),
                        Node.step("c", adding("c", 1)).with(Ref.to("a")))
                .output(Ref.to("c"))
                .build();
        register(flow.tool());
        CallHandle<Json> handle = runtime.as(Fixture.ADA).submit("demo.flow", Json.parse("{\"n\":1}"));
        await(inside);
        handle.cancel("not wanted");

        assertThat(handle.await(Duration.ofSeconds(PATIENCE_SECONDS)).orElseThrow())
                .isInstanceOf(ToolOutcome.Cancelled.class);
        await(told);
        assertThat(calls).hasValue(0);
    }

    @Test
    void manyAtOnce_keepTheirIdentitiesAndBudgetsApart() throws Exception {
        Tool<In, Out> whose = Tool.of("whose", In.class, Out.class, (in, context) -> {
                    assertThat(context.identity().user()).isEqualTo("user-" + in.n());
                    return new Out(in.n());
                })
                .effect(SideEffect.READ);
        Flow flow = flow().add(
                        Node.step("one", whose),
                        Node.step("two", whose),
                        Node.step("three", whose).with(Ref.to("two")))
                .output(Ref.to("three"))
                .hops(3)
                .deadline(Duration.ofMinutes(1))
                .build();
        register(flow.tool());
        List<CallHandle<Json>> all = IntStream.range(0, 100)
                .mapToObj(i -> runtime.as(Identity.of("acme", "user-" + i, "s"))
                        .submit("demo.flow", Json.parse("{\"n\":" + i + "}")))
                .toList();

        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i)
                            .await(Duration.ofSeconds(PATIENCE_SECONDS))
                            .orElseThrow()
                            .orThrow())
                    .isEqualTo(Json.parse("{\"n\":" + i + "}"));
        }
        assertThat(axes()).isEmpty();
    }

    @Test
    void heavyResult_ofANode_goesOnWhole() {
        String text = "x".repeat(100_000);
        Flow flow = flow().add(
                        Node.step("heavy", Tool.json("heavy", Json.EMPTY_OBJECT, in -> Json.of(text))),
                        Node.step(
                                        "size",
                                        Tool.json(
                                                "size",
                                                Json.EMPTY_OBJECT,
                                                in -> Json.of(in.at("/text")
                                                        .orElseThrow()
                                                        .asString()
                                                        .length())))
                                .with("text", Ref.to("heavy")))
                .output(Ref.to("size"))
                .build();
        register(flow.tool());

        assertThat(call(flow, 1).orThrow()).isEqualTo(Json.of(100_000));
    }

    @Test
    void condition_thatThrows_failsItsNode() {
        Condition broken = Condition.test("broken", Ref.input(), in -> {
            throw new IllegalStateException("a secret");
        });
        Flow flow = flow().add(Node.step("one", adding("one", 1)).onlyIf(broken), Node.step("two", adding("two", 1)))
                .output(Ref.to("one"))
                .build();
        register(flow.tool());

        assertThat(failure(call(flow, 1)).error().message())
                .contains("node 'one'", "IllegalStateException")
                .doesNotContain("secret");
    }

    @Test
    void flow_withoutIdentityOrRuntime_doesNothing() {
        Flow flow = flow().add(Node.step("one", adding("one", 1)))
                .output(Ref.to("one"))
                .build();
        register(flow.tool());

        assertThat(catchThrowable(() -> runtime.as(null))).isInstanceOf(IdentityException.class);
        assertThatIllegalStateException()
                .isThrownBy(() -> flow.tool().invoker().invoke(Json.EMPTY_OBJECT, FakeToolContext.create()));
        assertThat(calls).hasValue(0);
    }

    @Test
    void contextOfTheCaller_isBoundWhereNodesRun() {
        AtomicReference<ClassLoader> seen = new AtomicReference<>();
        ClassLoader mine = new ClassLoader(getClass().getClassLoader()) {};
        CountDownLatch both = new CountDownLatch(2);
        Tool<In, Out> looking = Tool.of("looking", In.class, Out.class, in -> {
                    both.countDown();
                    await(both);
                    seen.set(Objects.requireNonNull(Thread.currentThread().getContextClassLoader()));
                    return new Out(1);
                })
                .effect(SideEffect.READ);
        Flow flow = flow().add(Node.step("a", looking), Node.step("b", looking))
                .output(Ref.to("a"))
                .build();
        register(flow.tool());
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(mine);
        try {
            call(flow, 1).orThrow();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }

        assertThat(seen).hasValue(mine);
    }
}
