package dev.harbor.durable;

import static dev.harbor.durable.World.assertRefused;
import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.durable.World.Value;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.CallResolution;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A child run lives in the stream of its root run: it crashes, waits, goes on and ends with it, and is never begun twice. */
final class ChildRunTest {

    private static final Decision WAIT =
            new Decision.RequestPause(PauseReason.EXTERNAL_EVENT, "which one?", Json.EMPTY_OBJECT);

    private final World world = new World();
    private final Gate gate = Gate.closed();

    /** Returns a planner with a script for each goal. */
    private static Planner scripts(Map<String, List<Decision>> scripts) {
        return context -> scripts.get(context.goal()).get(context.trajectory().size());
    }

    private static Decision spawn(String goal) {
        return new Decision.SpawnTask(goal, Json.EMPTY_OBJECT);
    }

    private static Decision await(int child) {
        return new Decision.AwaitTask(World.RUN + "." + child);
    }

    private static Planner oneChild(Decision... child) {
        return scripts(Map.of("g", List.of(spawn("a"), await(1), finish()), "a", List.of(child)));
    }

    private void holding(SideEffect effect) {
        world.more = builder ->
                builder.tools(Tool.of("held", Value.class, Value.class, (Value value, ToolContext context) -> {
                            world.effects.record("held", context);
                            gate.pass();
                            return value;
                        })
                        .effect(effect));
    }

    private static List<Observation> seen(RunResult result, int step) {
        List<Trajectory.Step> steps = result.trajectory().steps();
        return steps.get(step).observations();
    }

    @Test
    void child_thatBegins_closesNothingThatOthersDo() {
        holding(SideEffect.WRITE);
        Planner plans = scripts(Map.of(
                "g",
                List.of(spawn("a"), spawn("b"), await(2), await(1), finish()),
                "a",
                List.of(call("held"), finish()),
                "b",
                List.of(finish())));
        Planner planner = context -> {
            if (context.goal().equals("g") && context.trajectory().size() == 1) {
                gate.awaitHeld(1);
            }
            return plans.next(context);
        };
        try (HarborRuntime runtime = world.process(planner).build()) {
            RunHandle run = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
            gate.awaitHeld(1);
            org.awaitility.Awaitility.await()
                    .atMost(World.BOUND)
                    .until(() -> world.history(World.RUN)
                            .run("r1.2")
                            .filter(child -> child.state().isTerminal())
                            .isPresent());
            gate.open();
            assertThat(run.await(World.BOUND).isSuccess()).isTrue();
        }
        assertThat(world.run("r1.1").state()).isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void child_begunRightBeforeACrash_isNotBegunAgain() {
        Planner planner = oneChild(call("world.write"), finish());
        world.startAndDie(MortalJournal.dying(world.journal, 3, true), planner);
        RunResult result = world.resume(planner);
        while (result.state() == RunState.WAITING) {
            world.resolve("r1.1", "c1", CallResolution.failed("eve"));
            result = world.resume(planner);
        }
        assertThat(result.isSuccess()).isTrue();
        assertThat(world.history(World.RUN).runs()).hasSize(2);
        assertThat(seen(result, 0)).extracting(Observation::status).containsExactly("spawned");
        assertThat(seen(result, 1)).extracting(Observation::status).containsExactly("succeeded");
    }

    @Test
    void child_inDoubt_makesItsRootWait_andIsResolvedByItsOwnId() {
        Planner planner = oneChild(call("world.write"), finish());
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "call.settled"), planner);
        assertThat(world.resume(planner).reason()).isEqualTo("unknown_write_outcome");
        Run child = world.run("r1.1");
        assertThat(child.parentId()).isEqualTo(World.RUN);
        assertThat(child.inDoubt()).hasSize(1);
        Run resolved = world.resolve("r1.1", "c1", CallResolution.succeeded("eve"));
        assertThat(resolved.runId()).isEqualTo("r1.1");
        assertThat(world.run(World.RUN).state()).isEqualTo(RunState.RUNNING);
        assertThat(world.resume(planner).isSuccess()).isTrue();
        assertThat(world.count("world.write")).isEqualTo(1);
    }

    @Test
    void callsOfOneId_inRootAndChild_areResolvedEachByItsRun() {
        holding(SideEffect.WRITE);
        Planner planner = scripts(Map.of(
                "g", List.of(spawn("a"), call("held"), await(1), finish()), "a", List.of(call("held"), finish())));
        MortalJournal view = MortalJournal.dyingBefore(world.journal, "call.settled");
        try (HarborRuntime runtime = world.process(view, planner).build()) {
            RunHandle run = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
            gate.awaitHeld(2);
            gate.open();
            run.await(World.BOUND);
        }
        world.passLease();
        assertThat(world.resume(planner).state()).isEqualTo(RunState.WAITING);
        world.resolve("r1.1", "c1", CallResolution.failed("eve"));
        assertThat(world.run(World.RUN).state()).isEqualTo(RunState.WAITING);
        assertThat(world.run(World.RUN).inDoubt()).hasSize(1);
        assertRefused(() -> world.resolve("r1.1", "c1", CallResolution.failed("eve")), "resolved before");
        world.resolve(World.RUN, "c1", CallResolution.succeeded("eve"));
        assertThat(world.resume(planner).isSuccess()).isTrue();
        assertThat(world.run("r1.1").invocations())
                .extracting(call -> call.state())
                .containsExactly(InvocationState.FAILED);
        assertThat(world.run(World.RUN).invocations())
                .extracting(call -> call.state())
                .containsExactly(InvocationState.SUCCEEDED);
    }

    @Test
    void child_thatWaits_makesItsParentWait_andHearsWhatIsSaid() {
        Planner planner = oneChild(WAIT, call("world.read"), finish());
        RunResult waiting = world.start(planner);
        assertThat(waiting.state()).isEqualTo(RunState.WAITING);
        assertThat(waiting.reason()).isEqualTo("pause:external_event");
        assertThat(world.resume(planner).state()).isEqualTo(RunState.WAITING);
        RunResult result = world.resume(planner, request -> request.input(Json.of("the second")));
        assertThat(result.isSuccess()).isTrue();
        assertThat(seen(result, 1)).extracting(Observation::status).containsExactly("succeeded");
        Trajectory.Step paused = world.history(World.RUN)
                .run("r1.1")
                .orElseThrow()
                .trajectory()
                .steps()
                .get(0);
        assertThat(paused.observations()).extracting(Observation::status).containsExactly("paused", "input");
    }

    @Test
    void child_thatWaits_staysWaiting_whenItsParentsProcessDied() {
        Planner planner = oneChild(WAIT, call("world.write"), finish());
        world.startAndDie(MortalJournal.dying(world.journal, 6, true), planner);
        assertThat(world.run("r1.1").state()).isEqualTo(RunState.WAITING);
        assertThat(world.run(World.RUN).state()).isEqualTo(RunState.RUNNING);
        assertThat(world.resume(planner).reason()).isEqualTo("pause:external_event");
        assertThat(world.effects.count()).isZero();
    }

    @Test
    void runtime_closed_leavesParentAndChild_andTheParentSeesNothingOfIt() {
        holding(SideEffect.READ);
        Planner planner = oneChild(call("held"), finish());
        RunHandle run;
        try (HarborRuntime runtime = world.process(planner).build()) {
            run = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
            gate.awaitHeld(1);
        }
        assertThat(run.await(World.BOUND).reason()).isEqualTo("left");
        assertThat(world.run("r1.1").state()).isEqualTo(RunState.RUNNING);
        assertThat(world.history(World.RUN).root().trajectory().size()).isEqualTo(1);
        gate.open();
        RunResult result = world.resume(planner);
        assertThat(result.isSuccess()).isTrue();
        assertThat(seen(result, 1)).extracting(Observation::status).containsExactly("succeeded");
    }

    @Test
    void parent_thatFinishesOverTheWriteOfAChild_waitsForItsOutcome() {
        holding(SideEffect.WRITE);
        Planner planner = context -> {
            if (context.goal().equals("a")) {
                return call("held");
            }
            gate.awaitHeld(context.trajectory().size());
            return context.trajectory().size() == 0 ? spawn("a") : finish();
        };
        RunResult waiting = world.start(planner);
        assertThat(waiting.state()).isEqualTo(RunState.WAITING);
        assertThat(waiting.reason()).isEqualTo("unknown_write_outcome");
        world.resolve("r1.1", "c1", CallResolution.succeeded("eve"));
        assertThat(world.resume(planner).isSuccess()).isTrue();
        assertThat(world.run("r1.1").state()).isEqualTo(RunState.CANCELLED);
        assertThat(world.count("held")).isEqualTo(1);
    }

    @Test
    void root_cancelled_endsItsChildrenOnRecord() {
        world.start(oneChild(WAIT));
        try (HarborRuntime runtime = world.process(oneChild(WAIT)).build()) {
            assertThat(runtime.as(World.ADA).cancel(World.RUN, "enough").state())
                    .isEqualTo(RunState.CANCELLED);
            assertRefused(() -> runtime.as(World.ADA).cancel("r1.1", "enough"), "no run 'r1.1'");
        }
        assertThat(world.run("r1.1").state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void childrenOfChildren_goOnAfterARestart_andUseTheBudgetOfTheRoot() {
        Planner planner = scripts(Map.of(
                "g",
                List.of(spawn("a"), await(1), finish()),
                "a",
                List.of(spawn("b"), new Decision.AwaitTask("r1.1.1"), finish()),
                "b",
                List.of(call("world.read"), call("world.read"), finish())));
        world.startAndDie(MortalJournal.dyingAfter(world.journal, "call.settled"), planner);
        RunResult result = world.resume(planner);
        assertThat(result.isSuccess()).isTrue();
        assertThat(result.usage().toolCalls()).isEqualTo(2);
        assertThat(world.history(World.RUN).runs()).allMatch(run -> run.state() == RunState.SUCCEEDED);
    }
}
