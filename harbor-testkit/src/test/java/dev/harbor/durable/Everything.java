package dev.harbor.durable;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.Verdict;
import dev.harbor.artifact.Evidence;
import dev.harbor.durable.World.Value;
import dev.harbor.history.RecordType;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.pause.ControlKind;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.CallResolution;
import dev.harbor.run.GoalProfile;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.ToolSuspended;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** Is a run that leaves a record of every kind, and the same ones each time, but for the tokens of pauses. */
final class Everything {

    final World world = new World();

    private record Policy(String ref, boolean isStrict) implements AccessPolicy {

        @Override
        public Verdict evaluate(AccessRequest question) {
            String tool = question.tool().id().name();
            if (tool.equals("world.secret")) {
                return Verdict.deny("tool_denied", "a secret");
            }
            boolean asks = isStrict && tool.equals("pay") && question.stage() == AccessRequest.Stage.DISPATCH;
            return asks ? Verdict.ask("pay?") : Verdict.allow();
        }
    }

    private static GoalProfile profile() {
        return GoalProfile.builder("ship", "v1", "You ship.").build();
    }

    private void process(Policy policy) {
        Tool<Value, Value> look = Tool.producing(
                        "look",
                        Value.class,
                        Value.class,
                        (Value value, ToolContext context) -> ToolOutput.of(value)
                                .evidence(Evidence.observed("scm.branch", Json.of("main"))
                                        .externalId("refs/heads/main"))
                                .evidence(Evidence.verified(
                                        "verification",
                                        Json.of(Map.of("seen", true)),
                                        new Evidence.Subject(null, "refs/heads/main"),
                                        true)))
                .effect(SideEffect.READ);
        Tool<Value, Value> pay = Tool.<Value, Value>of("pay", Value.class, Value.class, value -> {
                    throw ToolFailed.inDoubt("the line went dead", null);
                })
                .effect(SideEffect.EXTERNAL);
        Tool<Value, Value> ask =
                Tool.of("ask", Value.class, Value.class, Everything::askOnce).effect(SideEffect.EXTERNAL);
        world.more = builder -> builder.profiles(profile())
                .tools(look.observes().verifies(), pay, ask)
                .access(policy);
    }

    private static Value askOnce(Value value, ToolContext context) {
        if (context.resumption().isEmpty()) {
            throw ToolSuspended.awaitInput("which way?", Json.of(Map.of("ways", 2)))
                    .state(Json.of(Map.of("asked", true)))
                    .expiresAfter(Duration.ofHours(1))
                    .hearsRefusal();
        }
        return value;
    }

    private Decision plan(PlanContext context) {
        int step = context.trajectory().size();
        if (step == 2 && context.runId().equals(World.RUN)) {
            awaitTheChild();
        }
        world.clock.advance(Duration.ofSeconds(1));
        if (context.goal().equals("a small task")) {
            return step == 0 ? World.call("world.read") : World.finish();
        }
        switch (step) {
            case 0:
                return ask(context);
            case 1:
                return new Decision.SpawnTask("a small task", Json.of(Map.of("why", "to see")));
            case 2:
                return new Decision.AwaitTask("r1.1");
            case 3:
                return World.group(JoinPolicy.atLeast(1), "world.secret", "no.such", "world.fail", "world.write");
            case 4:
                return new Decision.RequestPause(PauseReason.AWAIT_INPUT, "pay now?", Json.of(Map.of("sum", 7)));
            case 5:
                return World.call("pay");
            case 6:
                return World.call("ask");
            case 7:
                return World.group(JoinPolicy.FIRST_SUCCESS, "ask", "world.write");
            default:
                return World.finish();
        }
    }

    /** One thing at a time, so that the times are the same each time. */
    private void awaitTheChild() {
        Awaitility.await()
                .atMost(World.BOUND)
                .until(() -> world.history(World.RUN)
                        .run("r1.1")
                        .filter(child -> child.state().isTerminal())
                        .isPresent());
    }

    /** The tool that asked for nothing hears so after the end. */
    private void awaitTheLastWord() {
        Awaitility.await()
                .atMost(World.BOUND)
                .until(() -> world.types(World.RUN).contains(RecordType.CALL_ABANDONED));
    }

    private static Decision ask(PlanContext context) {
        LlmRequest question = LlmRequest.of(List.of(Message.of(Role.USER, "what now?")));
        context.model().complete(question, LlmCall.of(context.identity()));
        return new Decision.CallTool(new ToolRequest("look", Json.of(Map.of("value", 3)), "call_77"));
    }

    private void resume(String heard) {
        world.resume(this::plan, request -> request.input(Json.of(heard)));
    }

    /** Runs it. */
    World run() {
        process(new Policy("house@1", true));
        BudgetLimits limits = BudgetLimits.builder()
                .maxElapsed(Duration.ofHours(2))
                .maxToolCalls(100)
                .maxSteps(50)
                .build();
        world.start(
                this::plan,
                request -> request.input(Json.of(Map.of("from", "ada")))
                        .profile(profile())
                        .limits(limits)
                        .disallow("world.keyed"));
        resume("yes");
        steer();
        approve();
        process(new Policy("house@2", true));
        world.resume(this::plan, request -> accepting(request.input(Json.of("approved"))));
        world.resolve(
                World.RUN,
                "c6",
                CallResolution.succeeded("eve")
                        .output(Json.of(Map.of("paid", 7)))
                        .evidence(Evidence.observed("payment", Json.of("7"))
                                .id("p1")
                                .externalId("tx-1"))
                        .note("seen at the bank"));
        world.resume(this::plan);
        answer();
        return world;
    }

    private void steer() {
        try (HarborRuntime runtime = world.process(this::plan).build()) {
            runtime.as(World.ADA)
                    .steer(World.RUN, ControlKind.USER_MESSAGE, Json.of(Map.of("message", "mind the sum")));
        }
    }

    private void answer() {
        try (HarborRuntime runtime = world.process(this::plan).build()) {
            Pause pause = runtime.as(World.ADA).pauses().get(0);
            Asking.await(runtime.operator().resolvePause(pause.id(), Resolution.resume("eve", Json.of("left"))));
            awaitTheLastWord();
        }
    }

    /** In a process that may not go on with the run, because another policy holds there. */
    private void approve() {
        process(new Policy("house@2", true));
        try (HarborRuntime runtime = world.process(this::plan).build()) {
            Pause pause = runtime.as(World.ADA).pauses().get(0);
            Resolution approved = Resolution.approve("eve").note("fine").arguments(Json.of(Map.of("value", 2)));
            runtime.operator().resolvePause(pause.id(), approved);
        }
    }

    private static ResumeRequest accepting(ResumeRequest request) {
        return request.acceptDrift("the new house rules", "eve");
    }
}
