package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.pause.Resolution;
import dev.harbor.plan.Planner;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunResult;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process dies when a tool has had its effect and its answer is not on record: nobody does it again, and nobody is asked again. */
final class CrashAfterEffectTest {

    private static final int RESUMES = 3;

    private final Asking asking = new Asking();
    private final World world = asking.world;

    private long count(String type) {
        return world.types(World.RUN).stream().filter(type::equals).count();
    }

    /** Lets a person approve, and the process die after the effect. */
    private void approveAndDie(Planner planner) {
        MortalJournal view = MortalJournal.dyingBefore(world.journal, "call.settled");
        try (HarborRuntime runtime = world.process(view, planner).build()) {
            Asking.start(runtime);
            String pause = Asking.only(runtime.as(World.ADA)).id();
            ResolvedPause approved = runtime.operator().resolvePause(pause, Resolution.approve("eve"));
            Asking.await(approved);
        }
        assertThat(view.isDead()).isTrue();
        assertThat(world.effects.count()).as("the effect is there").isEqualTo(1);
        world.passLease();
    }

    private void assertNothingIsDoneAgain(String tool) {
        assertThat(world.count(tool)).isEqualTo(1);
        assertThat(count("call.intended")).as("intents").isEqualTo(1);
        assertThat(count("call.paused")).as("questions").isEqualTo(1);
        assertThat(count("pause.resolved")).as("answers").isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"world.write", "world.keyed"})
    void approvedCall_ofAProcessThatDiesAfterItsEffect_isNeitherMadeNorAskedAboutAgain(String tool) {
        Planner planner = script(call(tool), finish());
        approveAndDie(planner);

        for (int i = 0; i < RESUMES; i++) {
            RunResult waiting = world.resume(planner);
            assertThat(waiting.state()).isEqualTo(RunState.WAITING);
            assertThat(waiting.reason()).isEqualTo("unknown_write_outcome");
            assertThat(waiting.tokens()).isEmpty();
            try (HarborRuntime runtime = asking.process(planner)) {
                assertThat(runtime.as(World.ADA).pauses()).isEmpty();
            }
            assertNothingIsDoneAgain(tool);
        }
        List<Invocation> doubts = world.run(World.RUN).inDoubt();
        assertThat(doubts).extracting(Invocation::state).containsExactly(InvocationState.UNKNOWN);

        world.resolve(World.RUN, doubts.get(0).callId(), CallResolution.succeeded("eve"));
        RunResult result = world.resume(planner);

        assertThat(result.isSuccess()).isTrue();
        assertThat(result.trajectory().steps().get(0).observations())
                .singleElement()
                .satisfies(seen -> assertThat(seen.isSuccess()).isTrue());
        assertNothingIsDoneAgain(tool);
    }
}
