package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each limit holds alone, to the unit, over all processes that a run takes. */
final class BudgetTest {

    private final World world = new World();

    private static LlmReply ask(PlanContext context) {
        LlmRequest question = LlmRequest.of(java.util.List.of(Message.of(Role.USER, "what now?")));
        return context.model().complete(question, LlmCall.of(context.identity()));
    }

    /** Asks the model at each step, and calls a tool. */
    private static Planner asking(int turns) {
        return context -> {
            ask(context);
            return context.trajectory().size() < turns ? call("world.read") : finish();
        };
    }

    private static BudgetLimits limits(UnaryOperator<BudgetLimits.Builder> change) {
        return change.apply(BudgetLimits.builder()).build();
    }

    private RunResult run(Planner planner, UnaryOperator<BudgetLimits.Builder> change) {
        return world.start(planner, request -> request.limits(limits(change)));
    }

    private static void assertExhausted(RunResult result, String reason) {
        assertThat(result.state()).isEqualTo(RunState.FAILED);
        assertThat(result.reason()).isEqualTo(reason);
    }

    @Test
    void modelCalls_beyondTheLimit_areNotMade() {
        assertExhausted(run(asking(3), limit -> limit.maxModelCalls(1)), "model_budget_exhausted");
        assertThat(world.modelCalls).hasValue(1);
        assertThat(world.count("world.read")).isEqualTo(1);
    }

    @Test
    void modelCalls_upToTheLimit_areMade() {
        assertThat(run(asking(1), limit -> limit.maxModelCalls(2)).isSuccess()).isTrue();
    }

    @Test
    void modelCall_ofADeadProcess_counts() {
        BudgetLimits one = limits(limit -> limit.maxModelCalls(1));
        world.startAndDie(
                MortalJournal.dyingBefore(world.journal, "model.answered"), asking(1), request -> request.limits(one));
        assertExhausted(world.resume(asking(1)), "model_budget_exhausted");
        assertThat(world.modelCalls).hasValue(1);
    }

    @Test
    void toolCall_beyondTheLimit_isNotMade_andHasNoIntent() {
        RunResult result = run(
                script(group(JoinPolicy.ALL, "world.write", "world.write"), finish()), limit -> limit.maxToolCalls(1));
        assertExhausted(result, "tool_budget_exhausted");
        assertThat(world.count("world.write")).isEqualTo(1);
        assertThat(world.types(World.RUN)).filteredOn("call.intended"::equals).hasSize(1);
        assertThat(world.run(World.RUN).invocations())
                .noneMatch(call -> !call.state().isTerminal());
    }

    @Test
    void toolCall_refusedForWantOfBudget_isRefusedAgainAfterACrash() {
        BudgetLimits one = limits(limit -> limit.maxToolCalls(1));
        Planner planner = script(group(JoinPolicy.ALL, "world.write", "world.write"), finish());
        world.startAndDie(
                MortalJournal.dyingBefore(world.journal, "run.ended"), planner, request -> request.limits(one));
        assertExhausted(world.resume(planner), "tool_budget_exhausted");
        assertThat(world.count("world.write")).isEqualTo(1);
    }

    @Test
    void toolCall_ofADeadProcess_counts() {
        BudgetLimits one = limits(limit -> limit.maxToolCalls(1));
        Planner planner = script(call("world.read"), call("world.read"), finish());
        world.startAndDie(
                MortalJournal.dyingBefore(world.journal, "call.settled"), planner, request -> request.limits(one));
        assertExhausted(world.resume(planner), "tool_budget_exhausted");
        assertThat(world.count("world.read")).isEqualTo(1);
    }

    @Test
    void toolCall_denied_usesNothing() {
        Planner planner = script(call("world.secret"), call("world.read"), finish());
        assertThat(run(planner, limit -> limit.maxToolCalls(1)).isSuccess()).isTrue();
    }

    @Test
    void output_exactlyAtTheLimit_passes_andOneByteMoreDoesNot() {
        Planner planner = script(call("world.read"), finish());
        long used = world.start(planner).usage().outputBytes();
        assertThat(new World()
                        .start(planner, request -> request.limits(limits(limit -> limit.maxOutputBytes(used))))
                        .isSuccess())
                .isTrue();
        RunResult over =
                new World().start(planner, request -> request.limits(limits(limit -> limit.maxOutputBytes(used - 1))));
        assertExhausted(over, "output_budget_exhausted");
    }

    @Test
    void output_ofTheLastAnswer_counts() {
        assertExhausted(run(asking(0), limit -> limit.maxOutputBytes(4)), "output_budget_exhausted");
        assertThat(new World()
                        .start(asking(0), request -> request.limits(limits(limit -> limit.maxOutputBytes(5))))
                        .isSuccess())
                .isTrue();
    }

    @Test
    void tokensAndCost_areLimitedAlone() {
        world.more =
                builder -> builder.llm((request, call) -> new LlmReply("ok", new LlmUsage(7, 3, 100), "stop", "m"));
        assertExhausted(run(asking(5), limit -> limit.maxTokens(19)), "token_budget_exhausted");
        World other = new World();
        other.more = world.more;
        assertExhausted(
                other.start(asking(5), request -> request.limits(limits(limit -> limit.maxCostMicros(199)))),
                "cost_budget_exhausted");
    }

    @Test
    void steps_areLimitedOverAllDrives_andPerDriveToo() {
        Planner endless = context -> call("world.read");
        BudgetLimits five = limits(limit -> limit.maxSteps(5));
        world.startAndDie(MortalJournal.dying(world.journal, 9, true), endless, request -> request.limits(five));
        assertExhausted(world.resume(endless), "step_budget_exhausted");
        assertThat(world.run(World.RUN).usage().steps()).isEqualTo(5);
        assertExhausted(new World().start(endless), "step_limit");
    }

    @Test
    void time_countsWaitingAndDowntime_fromTheFirstStart() {
        Planner planner = script(
                new Decision.RequestPause(dev.harbor.pause.PauseReason.EXTERNAL_EVENT, "wait", Json.EMPTY_OBJECT),
                call("world.read"),
                finish());
        world.start(planner, request -> request.limits(limits(limit -> limit.maxElapsed(Duration.ofHours(1)))));
        world.clock.advance(Duration.ofHours(1));
        assertExhausted(world.resume(planner, request -> request.input(Json.of("now"))), "elapsed_budget_exhausted");
        assertThat(world.count("world.read")).isZero();
        assertThat(world.run(World.RUN).startedAt()).isEqualTo(dev.harbor.testkit.ManualClock.START);
        assertThat(world.run(World.RUN).usage().elapsed()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void time_beforeTheLimit_isEnough() {
        Planner planner = script(
                new Decision.RequestPause(dev.harbor.pause.PauseReason.EXTERNAL_EVENT, "wait", Json.EMPTY_OBJECT),
                finish());
        world.start(planner, request -> request.limits(limits(limit -> limit.maxElapsed(Duration.ofHours(1)))));
        world.clock.advance(Duration.ofHours(1).minusNanos(1));
        assertThat(world.resume(planner, request -> request.input(Json.of("now")))
                        .isSuccess())
                .isTrue();
    }

    @Test
    void time_thatIsOverWhileTheModelThinks_endsTheRun() {
        world.more = builder -> builder.llm((request, call) -> {
            world.clock.advance(Duration.ofHours(1));
            throw new dev.harbor.llm.LlmException(dev.harbor.policy.ErrorClass.TRANSIENT, "too late", null);
        });
        assertExhausted(run(asking(1), limit -> limit.maxElapsed(Duration.ofHours(1))), "elapsed_budget_exhausted");
    }

    @Test
    void limits_thatAreNotSet_exhaustNothing() {
        assertThat(run(asking(20), limit -> limit).isSuccess()).isTrue();
    }
}
