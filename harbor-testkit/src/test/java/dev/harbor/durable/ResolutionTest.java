package dev.harbor.durable;

import static dev.harbor.durable.World.assertRefused;
import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.Evidence;
import dev.harbor.json.Json;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.run.CallResolution;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import org.junit.jupiter.api.Test;

/** An operator says once what became of a call that nobody knows the outcome of, and the run goes on from there. */
final class ResolutionTest {

    private final World world = new World();
    private final Planner two = script(group(JoinPolicy.ALL, "world.write", "world.keyed"), finish());

    /** Dies after the first write of two, before its outcome is on record, and is found waiting. */
    private void dieInTheFirstOfTwo() {
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "call.settled"), two);
        RunResult waiting = world.resume(two);
        assertThat(waiting.state()).isEqualTo(RunState.WAITING);
        assertThat(waiting.reason()).isEqualTo("unknown_write_outcome");
    }

    @Test
    void doubt_makesTheRunWait_andAnotherDriveDoesNothing() {
        dieInTheFirstOfTwo();
        int records = world.records(World.RUN).size();
        assertThat(world.resume(two).state()).isEqualTo(RunState.WAITING);
        assertThat(world.resume(two, request -> request.input(Json.of("go on"))).state())
                .isEqualTo(RunState.WAITING);
        assertThat(world.records(World.RUN)).hasSize(records);
        assertThat(world.effects.count()).isEqualTo(1);
    }

    @Test
    void resolution_isRecordedOnce_callsNoTool_andLetsTheRunGoOn() {
        dieInTheFirstOfTwo();
        long version = world.run(World.RUN).version();
        Run resolved = world.resolve(
                World.RUN,
                "c1",
                CallResolution.succeeded("eve")
                        .output(Json.of("seen in the ledger"))
                        .note("looked twice"));
        assertThat(resolved.state()).isEqualTo(RunState.RUNNING);
        assertThat(resolved.reason()).isEqualTo("operator_resolved");
        assertThat(resolved.version()).isEqualTo(version + 1);
        assertThat(resolved.invocations()).singleElement().satisfies(call -> {
            assertThat(call.state()).isEqualTo(InvocationState.SUCCEEDED);
            assertThat(call.resolution().actor()).isEqualTo("eve");
            assertThat(call.resolution().note()).isEqualTo("looked twice");
        });
        assertThat(world.effects.count()).isEqualTo(1);
        assertRefused(() -> world.resolve(World.RUN, "c1", CallResolution.failed("mallory")), "resolved before");
        assertThat(world.run(World.RUN).version()).isEqualTo(version + 1);
    }

    @Test
    void resolution_ofTheFirstOfTwo_answersThatCall_andTheOtherIsMade() {
        dieInTheFirstOfTwo();
        world.resolve(World.RUN, "c1", CallResolution.failed("eve").code("not_there"));
        RunResult result = world.resume(two);
        assertThat(result.isSuccess()).isTrue();
        assertThat(world.count("world.write")).isEqualTo(1);
        assertThat(world.count("world.keyed")).isEqualTo(1);
        assertThat(result.trajectory().steps().get(0).observations())
                .extracting(Observation::callId, Observation::status)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("c1", "failed"),
                        org.assertj.core.groups.Tuple.tuple("c2", "succeeded"));
        world.effects.assertAtMostOnce();
    }

    @Test
    void resolution_rightAfterTheCrash_needsNoDriveBefore() {
        world.startAndDie(MortalJournal.dyingAfter(world.journal, "call.intended"), two);
        Run run = world.resolve(World.RUN, "c1", CallResolution.failed("eve"));
        assertThat(run.state()).isEqualTo(RunState.RUNNING);
        assertThat(world.resume(two).isSuccess()).isTrue();
        assertThat(world.count("world.write")).isZero();
    }

    @Test
    void resolution_carriesObservedEvidence() {
        dieInTheFirstOfTwo();
        Run run = world.resolve(
                World.RUN,
                "c1",
                CallResolution.succeeded("eve")
                        .evidence(Evidence.observed("scm.branch", Json.of("main"))
                                .id("b1")
                                .externalId("refs/heads/main")));
        assertThat(run.evidence()).singleElement().satisfies(claim -> {
            assertThat(claim.evidence().id()).isEqualTo("b1");
            assertThat(claim.callId()).isEqualTo("c1");
        });
    }

    @Test
    void resolution_ofWhatIsNotInDoubt_isRefused() {
        world.start(two);
        int records = world.records(World.RUN).size();
        assertRefused(() -> world.resolve(World.RUN, "c1", CallResolution.succeeded("eve")), "ended");
        assertRefused(() -> world.resolve("r9", "c1", CallResolution.succeeded("eve")), "r9");
        assertThat(world.records(World.RUN)).hasSize(records);
    }

    @Test
    void read_cutOffByACrash_isAnswered_andTheRunFinishes() {
        Planner planner = script(call("world.read"), call("world.read"), finish());
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "call.settled"), planner);
        RunResult result = world.resume(planner);
        assertThat(result.isSuccess()).isTrue();
        assertThat(result.trajectory().steps().get(0).observations())
                .extracting(Observation::status)
                .containsExactly("interrupted");
        assertThat(world.run(World.RUN).invocations())
                .extracting(call -> call.sequence())
                .containsExactly(1L, 2L);
        world.effects.assertAtMostOnce();
    }

    @Test
    void group_withoutIntentsAfterACrash_isMade() {
        world.startAndDie(MortalJournal.dyingAfter(world.journal, "run.decided"), two);
        assertThat(world.effects.count()).isZero();
        assertThat(world.resume(two).isSuccess()).isTrue();
        assertThat(world.effects.count()).isEqualTo(2);
    }
}
