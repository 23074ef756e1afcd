package dev.harbor.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.event.HarborEvent;
import dev.harbor.flow.Flow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.ToolSuspended;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Flows that a run calls: what their nodes came to is on record, and the run goes on at the node where it was left. */
@Timeout(60)
final class FlowInRunTest {

    record In(int n) {}

    record Out(int n) {}

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Json ONE = Json.parse("{\"n\":1}");

    private final List<HarborEvent> events = Fixture.events();
    private final List<String> ran = Collections.synchronizedList(new ArrayList<>());
    private HarborRuntime runtime = Fixture.runtime(events).build();

    @AfterEach
    void close() {
        runtime.close();
    }

    private Tool<In, Out> adding(String name, SideEffect effect) {
        return Tool.of(name, In.class, Out.class, (in, context) -> ran(name, in, context))
                .effect(effect);
    }

    private Out ran(String name, In in, ToolContext context) {
        ran.add(name + " " + in.n() + " " + context.callId());
        return new Out(in.n() + 1);
    }

    private static Flow flow(Tool<?, ?> first, Tool<?, ?> second) {
        return Flow.builder("demo.flow", In.class)
                .add(
                        Node.step("prepare", first),
                        Node.call("act", second).with(Ref.to("prepare")),
                        Node.step("tell", first).with(Ref.to("act")))
                .output(Ref.to("tell"))
                .build();
    }

    private static Planner callsOnce(String tool) {
        return context -> context.trajectory().size() == 0
                ? Decision.call(tool, ONE)
                : Decision.finish(
                        context.trajectory().lastObservation().orElseThrow().content());
    }

    private void open(Planner planner, Tool<?, ?>... tools) {
        runtime.close();
        runtime = Fixture.runtime(events)
                .access(ApprovalPolicy.askingFor(SideEffect.EXTERNAL))
                .planner(planner)
                .tools(tools)
                .build();
    }

    private RunResult start() {
        return runtime.as(Fixture.ADA).start(RunRequest.goal("go").id("r1")).await(PATIENCE);
    }

    private Run run() {
        return runtime.as(Fixture.ADA).run("r1").orElseThrow();
    }

    private RunResult answer(RunResult parked, Resolution how) {
        RunHandle goesOn = runtime.as(Fixture.ADA)
                .resolvePause(parked.tokens().get(0), how)
                .run();
        return Objects.requireNonNull(goesOn).await(PATIENCE);
    }

    private InvocationState stateOf(String callId) {
        return invocation(callId).state();
    }

    private Invocation invocation(String callId) {
        return run().invocations().stream()
                .filter(call -> call.callId().equals(callId))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nodes_areCallsOfTheRun_andStepsUseNoneOfItsBudget() {
        Tool<In, Out> act = adding("world.act", SideEffect.WRITE);
        Flow flow = flow(adding("own", SideEffect.PURE), act);
        open(callsOnce("demo.flow"), act, flow.tool());
        RunResult end = runtime.as(Fixture.ADA)
                .start(RunRequest.goal("go")
                        .id("r1")
                        .limits(BudgetLimits.builder().maxToolCalls(2).build()))
                .await(PATIENCE);

        assertThat(end.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(end.result()).isEqualTo(Json.parse("{\"n\":4}"));
        assertThat(run().invocations())
                .extracting(Invocation::callId)
                .containsExactly("c1", "c1.prepare", "c1.act", "c1.tell");
        assertThat(run().usage().toolCalls()).isEqualTo(2);
        assertThat(run().trajectory().size()).isEqualTo(2);
    }

    @Test
    void budgetOfTheRun_endsAFlowAtTheNodeThatNeedsMore() {
        Tool<In, Out> act = adding("world.act", SideEffect.WRITE);
        Flow flow = flow(adding("own", SideEffect.PURE), act);
        open(callsOnce("demo.flow"), act, flow.tool());
        RunResult end = runtime.as(Fixture.ADA)
                .start(RunRequest.goal("go")
                        .id("r1")
                        .limits(BudgetLimits.builder().maxToolCalls(1).build()))
                .await(PATIENCE);

        assertThat(end.state()).isEqualTo(RunState.FAILED);
        assertThat(end.reason()).isEqualTo("tool_budget_exhausted");
        assertThat(ran).containsExactly("own 1 c1.prepare");
    }

    @Test
    void twoCallsOfOneFlow_eachHaveTheirOwnResult() {
        Flow flow = Flow.builder("demo.flow", In.class)
                .add(Node.step("one", adding("own", SideEffect.READ)))
                .output(Ref.to("one"))
                .build();
        Planner both = context -> context.trajectory().size() == 0
                ? new Decision.CallParallel(
                        List.of(
                                ToolRequest.of("demo.flow", ONE),
                                ToolRequest.of("demo.flow", Json.parse("{\"n\":10}"))),
                        JoinPolicy.ALL)
                : Decision.finish(Json.of(context.trajectory().last().orElseThrow().observations().stream()
                        .map(seen -> seen.content())
                        .toList()));
        open(both, flow.tool());

        assertThat(start().result()).isEqualTo(Json.parse("[{\"n\":2},{\"n\":11}]"));
        assertThat(ran).containsExactlyInAnyOrder("own 1 c1.one", "own 10 c2.one");
    }

    @Test
    void node_thatNeedsAnApproval_parksTheRun_andNothingRunsTwiceWhenItIsGiven() {
        Tool<In, Out> act = adding("world.act", SideEffect.EXTERNAL);
        Flow flow = openApproved(act);
        RunResult parked = start();

        assertThat(parked.state()).isEqualTo(RunState.WAITING);
        assertThat(parked.reason()).isEqualTo("pause:approval_required");
        assertThat(ran).containsExactly("own 1 c1.prepare");
        List<Pause> open = runtime.as(Fixture.ADA).pauses();
        assertThat(open).singleElement().satisfies(pause -> {
            assertThat(pause.call().callId()).isEqualTo("c1.act");
            assertThat(pause.call().arguments()).isEqualTo(Json.parse("{\"n\":2}"));
        });
        assertThat(stateOf("c1")).isEqualTo(InvocationState.PENDING);

        RunResult end = answer(parked, Resolution.approve("eve"));
        assertThat(end.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(end.result()).isEqualTo(Json.parse("{\"n\":4}"));
        assertThat(ran).containsExactly("own 1 c1.prepare", "world.act 2 c1.act", "own 3 c1.tell");
        assertThat(stateOf("c1")).isEqualTo(InvocationState.SUCCEEDED);
        assertThat(flow.nodes()).hasSize(3);
        assertThat(runtime.as(Fixture.ADA).pauses()).isEmpty();
    }

    /** The flow itself is a write, so that only the tool of one of its nodes is asked about. */
    private Flow openApproved(Tool<In, Out> act) {
        Flow flow = flow(adding("own", SideEffect.PURE), act);
        Tool<Json, Json> tool = flow.tool().effect(SideEffect.WRITE);
        open(callsOnce("demo.flow"), act, tool);
        return flow;
    }

    @Test
    void approval_withOtherArguments_isMadeWithThose() {
        openApproved(adding("world.act", SideEffect.EXTERNAL));
        RunResult end = answer(start(), Resolution.approve("eve").arguments(Json.parse("{\"n\":70}")));

        assertThat(end.result()).isEqualTo(Json.parse("{\"n\":72}"));
        assertThat(ran).containsExactly("own 1 c1.prepare", "world.act 70 c1.act", "own 71 c1.tell");
    }

    @Test
    void rejection_failsTheNode_andTheFlow() {
        openApproved(adding("world.act", SideEffect.EXTERNAL));
        RunResult end = answer(start(), Resolution.reject("eve").note("too risky"));

        assertThat(end.result().at("/error/message").orElseThrow().asString())
                .contains("node 'act'", "approval_rejected", "too risky");
        assertThat(ran).containsExactly("own 1 c1.prepare");
        assertThat(stateOf("c1")).isEqualTo(InvocationState.FAILED);
    }

    @Test
    void twoNodes_thatNeedAnApproval_areBothAskedAbout_andTheRunWaitsForBoth() {
        Tool<In, Out> act = adding("world.act", SideEffect.EXTERNAL);
        Flow flow = Flow.builder("demo.flow", In.class)
                .add(Node.call("a", act), Node.call("b", act))
                .output("a", Ref.to("a"))
                .output("b", Ref.to("b"))
                .maxParallel(2)
                .build();
        open(callsOnce("demo.flow"), act, flow.tool().effect(SideEffect.WRITE));
        RunResult parked = start();
        while (parked.state() == RunState.WAITING) {
            String token = parked.tokens().get(0);
            RunHandle next = runtime.as(Fixture.ADA)
                    .resolvePause(token, Resolution.approve("eve"))
                    .run();
            parked = next == null ? answer(parked.tokens().get(1)) : next.await(PATIENCE);
        }

        assertThat(parked.result()).isEqualTo(Json.parse("{\"a\":{\"n\":2},\"b\":{\"n\":2}}"));
        assertThat(ran).containsExactlyInAnyOrder("world.act 1 c1.a", "world.act 1 c1.b");
    }

    private RunResult answer(String token) {
        return Objects.requireNonNull(runtime.as(Fixture.ADA)
                        .resolvePause(token, Resolution.approve("eve"))
                        .run())
                .await(PATIENCE);
    }

    @Test
    void node_ofAFlowInAFlow_parksAndGoesOnLikeAnyOther() {
        Tool<In, Out> act = adding("world.act", SideEffect.EXTERNAL);
        Flow outer = Flow.builder("outer.flow", In.class)
                .add(
                        Node.step("first", adding("own", SideEffect.PURE)),
                        Node.flow("inner", flow(adding("own", SideEffect.PURE), act))
                                .with(Ref.to("first")))
                .output(Ref.to("inner"))
                .build();
        open(callsOnce("outer.flow"), act, outer.tool().effect(SideEffect.WRITE));
        RunResult end = answer(start(), Resolution.approve("eve"));

        assertThat(end.result()).isEqualTo(Json.parse("{\"n\":5}"));
        assertThat(ran)
                .containsExactly(
                        "own 1 c1.first", "own 2 c1.inner.prepare", "world.act 3 c1.inner.act", "own 4 c1.inner.tell");
    }

    @Test
    void node_outsideARun_canNotWait() {
        Tool<In, Out> act = adding("world.act", SideEffect.EXTERNAL);
        openApproved(act);
        ToolOutcome<Json> outcome = runtime.as(Fixture.ADA).call("demo.flow", ONE);

        assertThat(outcome).isInstanceOf(ToolOutcome.Failure.class);
        assertThat(((ToolOutcome.Failure<Json>) outcome).error().message()).contains("node 'act'", "approval_required");
        assertThat(runtime.as(Fixture.ADA).pauses()).isEmpty();
    }

    @Test
    void node_inDoubt_makesTheRunWait_andWhatAnOperatorFindsOutIsItsResult() {
        Tool<In, Out> act = Tool.of("world.act", In.class, Out.class, (in, context) -> {
                    ran("world.act", in, context);
                    throw ToolFailed.inDoubt("the line broke", null);
                })
                .effect(SideEffect.WRITE);
        Flow flow = flow(adding("own", SideEffect.PURE), act);
        open(callsOnce("demo.flow"), act, flow.tool());
        RunResult waits = start();

        assertThat(waits.reason()).isEqualTo("unknown_write_outcome");
        assertThat(run().inDoubt()).extracting(Invocation::callId).containsExactly("c1.act");
        assertThat(stateOf("c1")).isEqualTo(InvocationState.PENDING);

        runtime.as(Fixture.ADA)
                .resolve("r1", "c1.act", CallResolution.succeeded("olga").output(Json.parse("{\"n\":50}")));
        RunResult end = runtime.as(Fixture.ADA).resume(ResumeRequest.of("r1")).await(PATIENCE);
        assertThat(end.result()).isEqualTo(Json.parse("{\"n\":51}"));
        assertThat(ran).containsExactly("own 1 c1.prepare", "world.act 2 c1.act", "own 50 c1.tell");
    }

    @Test
    void node_inDoubt_thatDidNothing_failsTheFlow() {
        Tool<In, Out> act = Tool.of("world.act", In.class, Out.class, (in, context) -> {
                    throw ToolFailed.inDoubt("the line broke", null);
                })
                .effect(SideEffect.WRITE);
        Flow flow = flow(adding("own", SideEffect.PURE), act);
        open(callsOnce("demo.flow"), act, flow.tool());
        start();
        runtime.as(Fixture.ADA).resolve("r1", "c1.act", CallResolution.failed("olga"));
        RunResult end = runtime.as(Fixture.ADA).resume(ResumeRequest.of("r1")).await(PATIENCE);

        assertThat(end.result().at("/error/message").orElseThrow().asString()).contains("node 'act'");
        assertThat(stateOf("c1")).isEqualTo(InvocationState.FAILED);
    }

    @Test
    void heavyAndAttachedResults_areThereAsTheyWere_whenTheFlowGoesOn() {
        String text = "x".repeat(100_000);
        Tool<In, Out> act = adding("world.act", SideEffect.EXTERNAL);
        Flow flow = Flow.builder("demo.flow", In.class)
                .add(
                        Node.step(
                                "heavy",
                                Tool.json("heavy", Json.EMPTY_OBJECT, in -> Json.of(text))
                                        .effect(SideEffect.READ)),
                        Node.step("both", Attached.tool()),
                        Node.call("act", act).after("heavy").after("both"),
                        Node.step(
                                        "size",
                                        Tool.json("size", Json.EMPTY_OBJECT, FlowInRunTest::sizes)
                                                .effect(SideEffect.PURE))
                                .after("act")
                                .with("heavy", Ref.to("heavy"))
                                .with("both", Ref.to("both")))
                .output(Ref.to("size"))
                .build();
        open(callsOnce("demo.flow"), act, flow.tool().effect(SideEffect.WRITE));

        assertThat(answer(start(), Resolution.approve("eve")).result())
                .isEqualTo(Json.parse("[100000,\"with a block\"]"));
    }

    private static Json sizes(Json in) {
        return Json.of(List.of(
                in.at("/heavy").orElseThrow().asString().length(),
                in.at("/both/text").orElseThrow().asString()));
    }

    /** Hands back a block beside its value. */
    private static final class Attached {

        record Said(String text) {}

        static Tool<In, Said> tool() {
            return Tool.producing(
                            "attached",
                            In.class,
                            Said.class,
                            (in, context) -> ToolOutput.of(new Said("with a block"))
                                    .block("text/plain", () -> new ByteArrayInputStream(new byte[] {65})))
                    .effect(SideEffect.READ);
        }
    }

    @Test
    void node_whoseToolWaits_goesOnWithItsAnswer_andNothingElseRunsTwice() {
        Tool<In, Out> asking = Tool.of("world.ask", In.class, Out.class, (in, context) -> {
                    ran("world.ask", in, context);
                    Resumption answer = context.resumption()
                            .orElseThrow(() -> ToolSuspended.awaitInput("how much?", Json.of(in.n()))
                                    .state(Json.of("kept")));
                    assertThat(answer.state()).isEqualTo(Json.of("kept"));
                    return new Out(answer.resolution().payload().asInt());
                })
                .effect(SideEffect.WRITE);
        Flow flow = flow(adding("own", SideEffect.PURE), asking);
        open(callsOnce("demo.flow"), asking, flow.tool());
        RunResult parked = start();
        assertThat(parked.reason()).isEqualTo("pause:await_input");
        RunResult end = answer(parked, Resolution.resume("eve", Json.of(50)));

        assertThat(end.result()).isEqualTo(Json.parse("{\"n\":51}"));
        assertThat(ran)
                .containsExactly("own 1 c1.prepare", "world.ask 2 c1.act", "world.ask 2 c1.act", "own 50 c1.tell");
    }

    @Test
    void failure_beatsAWait_andThePauseIsClosedWithTheFlow() {
        Tool<In, Out> act = adding("world.act", SideEffect.EXTERNAL);
        Tool<In, Out> bad = Tool.of("bad", In.class, Out.class, in -> {
                    throw ToolFailed.permanent("no");
                })
                .effect(SideEffect.READ);
        Flow flow = Flow.builder("demo.flow", In.class)
                .add(Node.call("act", act), Node.step("bad", bad))
                .output("a", Ref.to("act"))
                .maxParallel(2)
                .build();
        Planner planner = context -> switch (context.trajectory().size()) {
            case 0 -> Decision.call("demo.flow", ONE);
            case 1 -> Decision.call("look", Json.EMPTY_OBJECT);
            default ->
                Decision.finish(context.trajectory()
                        .steps()
                        .get(0)
                        .observations()
                        .get(0)
                        .content());
        };
        open(
                planner,
                act,
                flow.tool().effect(SideEffect.WRITE),
                Tool.json("look", Json.EMPTY_OBJECT, in -> in).effect(SideEffect.READ));
        RunResult end = start();
        if (end.state() == RunState.WAITING) {
            // The node that waits was alone to the end; what fails is met when it goes on.
            end = answer(end, Resolution.approve("eve"));
        }

        assertThat(end.result().at("/error/message").orElseThrow().asString()).contains("node 'bad'");
        assertThat(runtime.as(Fixture.ADA).pauses()).isEmpty();
    }

    @Test
    void cancelledRun_closesAFlowThatWaits_withoutADoubt() {
        openApproved(adding("world.act", SideEffect.EXTERNAL));
        start();
        Run cancelled = runtime.as(Fixture.ADA).cancel("r1", "not wanted");

        assertThat(cancelled.state()).isEqualTo(RunState.CANCELLED);
        assertThat(stateOf("c1")).isEqualTo(InvocationState.INTERRUPTED);
    }

    @Test
    void flow_thatIsAnotherOneWhenItGoesOn_fails_andRunsNothing() {
        InMemoryJournal journal = InMemoryJournal.create();
        Tool<In, Out> act = adding("world.act", SideEffect.EXTERNAL);
        Flow before = flow(adding("own", SideEffect.PURE), act);
        Flow after = Flow.builder("demo.flow", In.class)
                .add(
                        Node.call("act", act),
                        Node.step("tell", adding("own", SideEffect.PURE)).with(Ref.to("act")))
                .output(Ref.to("tell"))
                .build();
        String token;
        runtime.close();
        runtime = reopened(journal, before.tool(), act);
        token = start().tokens().get(0);
        HarborRuntime second = reopened(journal, after.tool(), act);
        runtime = second;
        RunResult end = Objects.requireNonNull(second.as(Fixture.ADA)
                        .resolvePause(token, Resolution.approve("eve"))
                        .run())
                .await(PATIENCE);

        assertThat(end.result().at("/error/code").orElseThrow()).isEqualTo(Json.of("FLOW_CHANGED"));
        assertThat(ran).containsExactly("own 1 c1.prepare");
    }

    private HarborRuntime reopened(InMemoryJournal journal, Tool<?, ?> flow, Tool<?, ?> act) {
        return Fixture.runtime(events)
                .journal(journal)
                .access(ApprovalPolicy.askingFor(SideEffect.EXTERNAL))
                .planner(callsOnce("demo.flow"))
                .tools(flow.effect(SideEffect.WRITE), act)
                .build();
    }
}
