package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.durable.World.Value;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Runs that are paused, watched or left by a runtime that closes, and go on later. */
final class LeftRunTest {

    private final World world = new World();
    private final Gate gate = Gate.closed();
    private final Planner planner = script(call("held"), call("world.write"), finish());

    LeftRunTest() {
        world.more = builder ->
                builder.tools(Tool.of("held", Value.class, Value.class, (Value value, ToolContext context) -> {
                            world.effects.record("held", context);
                            gate.pass();
                            return value;
                        })
                        .effect(SideEffect.WRITE));
    }

    @Test
    void run_ofARuntimeThatCloses_endsItsCall_andGoesOnLater_withoutRepeatingIt() {
        HarborRuntime runtime =
                world.process(planner).closeGrace(Duration.ofMinutes(1)).build();
        RunHandle run = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
        gate.awaitHeld(1);
        Thread closing = new Thread(runtime::close);
        closing.start();
        Awaitility.await().atMost(World.BOUND).until(() -> isClosed(runtime));
        gate.open();
        RunResult left = run.await(World.BOUND);
        assertThat(left.state()).isEqualTo(RunState.RUNNING);
        assertThat(left.reason()).isEqualTo("left");
        assertThat(world.types(World.RUN)).endsWith("call.settled");
        assertThat(world.resume(planner).isSuccess()).isTrue();
        world.effects.assertAtMostOnce();
    }

    private static boolean isClosed(HarborRuntime runtime) {
        try {
            runtime.as(World.ADA).tools();
            return false;
        } catch (dev.harbor.error.HarborException closed) {
            return true;
        }
    }

    @Test
    void run_pausedInACall_waitsAfterIt_andGoesOn() {
        try (HarborRuntime runtime = world.process(planner).build()) {
            RunHandle run = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
            gate.awaitHeld(1);
            run.pause("lunch");
            gate.open();
            RunResult paused = run.await(World.BOUND);
            assertThat(paused.state()).isEqualTo(RunState.WAITING);
            assertThat(paused.reason()).isEqualTo("paused");
            assertThat(paused.result()).isEqualTo(Json.of("lunch"));
            assertThat(runtime.as(World.ADA)
                            .resume(ResumeRequest.of(World.RUN))
                            .await(World.BOUND)
                            .isSuccess())
                    .isTrue();
        }
        world.effects.assertAtMostOnce();
    }

    @Test
    void listener_hearsItsDriveOnly_andThatOneWhole() {
        EventRecorder first = EventRecorder.create();
        EventRecorder second = EventRecorder.create();
        EventRecorder late = EventRecorder.create();
        try (HarborRuntime runtime = world.process(planner).build()) {
            RunHandle run = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
            gate.awaitHeld(1);
            run.listen(first);
            run.pause("lunch");
            gate.open();
            run.await(World.BOUND);
            Gate again = Gate.closed();
            Planner held = context -> {
                again.passUninterruptibly();
                return context.trajectory().size() < 2 ? call("world.write") : finish();
            };
            RunHandle next =
                    runtime.as(World.ADA).resume(ResumeRequest.of(World.RUN).planner(held));
            next.listen(second);
            again.awaitHeld(1);
            run.listen(late);
            again.open();
            assertThat(next.await(World.BOUND).isSuccess()).isTrue();
        }
        assertThat(second.types()).contains("run.ended");
        assertThat(first.types()).filteredOn("run.ended"::equals).hasSize(1);
        assertThat(second.events())
                .allMatch(event -> event.runId().orElseThrow().equals(World.RUN));
        assertThat(late.events()).extracting(HarborEvent::type).isEmpty();
    }

    @Test
    void input_thatComesWhileACallIsOpen_isHeardAfterItsAnswer() {
        Planner reading = script(call("world.read"), finish());
        world.startAndDie(MortalJournal.dyingAfter(world.journal, "run.decided"), reading);
        RunResult result = world.resume(reading, request -> request.input(Json.of("hurry")));
        assertThat(result.isSuccess()).isTrue();
        assertThat(result.trajectory().steps().get(0).observations())
                .extracting(Observation::status)
                .containsExactly("succeeded", "input");
    }

    @Test
    void input_thatComesBeforeTheFirstDecision_isNotLost() {
        Planner reading = script(call("world.read"), finish());
        world.startAndDie(MortalJournal.dying(world.journal, 2, false), reading);
        RunResult result = world.resume(reading, request -> request.input(Json.of("hurry")));
        assertThat(result.trajectory().steps().get(0).observations())
                .extracting(Observation::status)
                .containsExactly("succeeded", "input");
    }

    @Test
    void pause_whoseProcessDies_isAPauseOrWasNeverAskedFor() {
        Planner pausing =
                script(new Decision.RequestPause(PauseReason.AWAIT_INPUT, "may I?", Json.EMPTY_OBJECT), finish());
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "run.paused"), pausing);
        assertThat(world.resume(pausing).reason()).startsWith("pause:");
        World other = new World();
        other.startAndDie(MortalJournal.dyingAfter(other.journal, "run.paused"), pausing);
        assertThat(other.run(World.RUN).state()).isEqualTo(RunState.WAITING);
        assertThat(other.resume(pausing).reason()).startsWith("pause:");
        assertThat(other.resume(pausing, request -> request.input(Json.of("yes")))
                        .isSuccess())
                .isTrue();
    }
}
