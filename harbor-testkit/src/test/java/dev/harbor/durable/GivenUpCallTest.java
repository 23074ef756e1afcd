package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.durable.World.Value;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.Gate;
import dev.harbor.testkit.ScriptedPlanner;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a call leaves that nobody waits for any more, and a call that ends its run, at the end of the run. */
final class GivenUpCallTest {

    private static final ToolPolicy BRIEF =
            ToolPolicy.builder().timeout(Duration.ofSeconds(1)).noRetry().build();

    private final World world = new World();
    private final Gate gate = Gate.closed();
    private final CountDownLatch innerEnded = new CountDownLatch(1);

    /** A tool that outlasts its time, because a tool that it calls heeds no interrupt. */
    private void stubborn(SideEffect inner) {
        world.more = builder -> builder.tools(
                Tool.of("outer", Value.class, Value.class, (Value value, ToolContext context) -> {
                            context.call("inner", World.ARGUMENTS);
                            innerEnded.countDown();
                            return value;
                        })
                        .effect(SideEffect.READ)
                        .policy(BRIEF),
                Tool.of("inner", Value.class, Value.class, (Value value, ToolContext context) -> {
                            world.effects.record("inner", context);
                            gate.passUninterruptibly();
                            return value;
                        })
                        .effect(inner));
    }

    /** Drives a run whose only call is given up, to the end of the drive. */
    private RunResult giveUp(HarborRuntime runtime) {
        RunHandle run = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
        gate.awaitHeld(1);
        world.clock.advance(Duration.ofSeconds(2));
        return run.await(World.BOUND);
    }

    private Invocation inner() {
        return world.run(World.RUN).invocations().stream()
                .filter(call -> call.tool().startsWith("inner"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nestedWrite_ofACallThatWasGivenUp_isInDoubtAtTheEnd_andItsLateAnswerIsFenced() throws Exception {
        stubborn(SideEffect.WRITE);
        Planner planner = script(call("outer"), finish());
        try (HarborRuntime runtime = world.process(planner).build()) {
            RunResult result = giveUp(runtime);
            assertThat(result.state()).isEqualTo(RunState.WAITING);
            assertThat(result.reason()).isEqualTo("unknown_write_outcome");
            assertThat(inner().state()).isEqualTo(InvocationState.UNKNOWN);
            gate.open();
            assertThat(innerEnded.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(inner().state()).isEqualTo(InvocationState.UNKNOWN);
        }
        world.resolve(World.RUN, inner().callId(), CallResolution.succeeded("eve"));
        assertThat(world.resume(planner).isSuccess()).isTrue();
        assertThat(inner().state()).isEqualTo(InvocationState.SUCCEEDED);
        world.effects.assertAtMostOnce();
    }

    @Test
    void nestedRead_ofACallThatWasGivenUp_isInterrupted_andTheRunEnds() throws Exception {
        stubborn(SideEffect.READ);
        try (HarborRuntime runtime =
                world.process(script(call("outer"), finish())).build()) {
            assertThat(giveUp(runtime).isSuccess()).isTrue();
            gate.open();
            assertThat(innerEnded.await(60, TimeUnit.SECONDS)).isTrue();
        }
        Run run = world.run(World.RUN);
        assertThat(run.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(run.invocations())
                .extracting(Invocation::state)
                .containsExactly(InvocationState.FAILED, InvocationState.INTERRUPTED);
    }

    private void deadly() {
        world.more = builder -> builder.tools(Tool.of("deadly", Value.class, Value.class, (Value value) -> {
                    throw new StackOverflowError("a tool that calls itself");
                })
                .effect(SideEffect.READ));
    }

    @Test
    void call_thatEndsItsRun_endsItAfterACrashInBetweenToo() {
        deadly();
        ScriptedPlanner planner = script(call("deadly"), call("world.write"), finish());
        world.startAndDie(MortalJournal.dyingAfter(world.journal, "call.settled"), planner);
        assertThat(world.run(World.RUN).state()).isEqualTo(RunState.RUNNING);
        int turns = planner.contexts().size();
        RunResult result = world.resume(planner);
        assertThat(result.state()).isEqualTo(RunState.FAILED);
        assertThat(result.reason()).isEqualTo("tool_fatal");
        assertThat(planner.contexts()).hasSize(turns);
        assertThat(world.effects.effects()).isEmpty();
    }

    @Test
    void call_thatEndsItsRun_inACrashedGroup_endsItToo() {
        deadly();
        Decision group = World.group(JoinPolicy.ALL, "world.read", "deadly");
        ScriptedPlanner planner = script(group, call("world.write"), finish());
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "run.ended"), planner);
        assertThat(world.resume(planner).reason()).isEqualTo("tool_fatal");
        assertThat(world.count("world.write")).isZero();
    }
}
