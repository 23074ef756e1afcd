package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.Evidence;
import dev.harbor.durable.World.Value;
import dev.harbor.json.Json;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.run.CallResolution;
import dev.harbor.run.CompletionContract;
import dev.harbor.run.GoalProfile;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Profile;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolOutput;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** With a profile the evidence of tools decides whether a run is complete, over restarts as well. */
final class CompletionRunTest {

    private static final Profile SHIP = GoalProfile.builder("ship", "v1", "You ship.")
            .completion(CompletionContract.of(CompletionContract.ACTION_WITH_VERIFICATION))
            .build();

    private final World world = new World();
    private final Planner whole = script(call("act"), call("check"), finish());

    CompletionRunTest() {
        world.more = builder -> builder.profiles(SHIP).tools(act().observes(), check().verifies());
    }

    private Tool<Value, Value> act() {
        return Tool.producing("act", Value.class, Value.class, (Value value, ToolContext context) -> {
                    world.effects.record("act", context);
                    return ToolOutput.of(value).evidence(action());
                })
                .effect(SideEffect.WRITE);
    }

    private static Evidence action() {
        return Evidence.observed("action", Json.of("done")).externalId("a-1");
    }

    private static Tool<Value, Value> check() {
        return Tool.producing(
                        "check",
                        Value.class,
                        Value.class,
                        (Value value, ToolContext context) -> ToolOutput.of(value)
                                .evidence(Evidence.verified(
                                        "verification", Json.of("seen"), new Evidence.Subject(null, "a-1"), true)))
                .effect(SideEffect.READ);
    }

    private static UnaryOperator<RunRequest> shipping() {
        return request -> request.profile(SHIP);
    }

    @Test
    void run_whoseToolsObservedAndVerified_isComplete() {
        RunResult result = world.start(whole, shipping());
        assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(result.reason()).isEqualTo("action_verified");
        assertThat(result.result().toString()).contains("\"summary\":\"done\"");
        assertThat(result.evidence())
                .extracting(claim -> claim.evidence().type())
                .containsExactly("action", "verification", "solution");
    }

    @Test
    void run_withoutEvidence_waits_andASecondDriveAsksNobody() {
        RunResult result = world.start(script(finish()), shipping());
        assertThat(result.state()).isEqualTo(RunState.WAITING);
        assertThat(result.reason()).isEqualTo("linked_observed_action_and_verification_required");
        int records = world.records(World.RUN).size();
        assertThat(world.resume(script()).state()).isEqualTo(RunState.WAITING);
        assertThat(world.records(World.RUN)).hasSize(records);
    }

    @Test
    void run_thatWaitsForEvidence_goesOnWithInput_andCompletes() {
        Planner planner = script(finish(), call("act"), call("check"), finish());
        world.start(planner, shipping());
        RunResult result = world.resume(planner, request -> request.input(Json.of("act and check")));
        assertThat(result.reason()).isEqualTo("action_verified");
        assertThat(result.trajectory().steps().get(0).observations())
                .extracting(Observation::status)
                .containsExactly("incomplete", "input");
    }

    @Test
    void run_thatWaitsForEvidence_canBeCancelled() {
        world.start(script(finish()), shipping());
        try (HarborRuntime runtime = world.process(script()).build()) {
            assertThat(runtime.as(World.ADA).cancel(World.RUN, "never mind").state())
                    .isEqualTo(RunState.CANCELLED);
        }
    }

    @Test
    void run_whoseProcessDiesWhileItComesToWait_waitsAllTheSame() {
        Planner planner = script(finish());
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "run.waiting"), planner, shipping());
        assertThat(world.resume(planner).state()).isEqualTo(RunState.WAITING);
        assertThat(world.types(World.RUN))
                .filteredOn("evidence.claimed"::equals)
                .hasSize(1);
    }

    @Test
    void claim_ofARunWhoseProcessDiesBeforeItsEnd_isMadeOnce() {
        world.startAndDie(MortalJournal.dyingAfter(world.journal, "evidence.claimed"), whole, shipping());
        RunResult result = world.resume(whole);
        assertThat(result.reason()).isEqualTo("action_verified");
        assertThat(result.evidence()).hasSize(3);
    }

    @Test
    void evidence_comesWithItsResult_orNotAtAll() {
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "call.settled"), whole, shipping());
        assertThat(world.run(World.RUN).evidence()).isEmpty();
        world.resume(whole);
        world.resolve(World.RUN, "c1", CallResolution.succeeded("eve").evidence(action().id("seen-by-eve")));
        RunResult result = world.resume(whole);
        assertThat(result.reason()).isEqualTo("action_verified");
        assertThat(world.count("act")).isEqualTo(1);
    }

    @Test
    void evidence_isThereWithItsResult_whenTheProcessDiesRightAfter() {
        world.startAndDie(MortalJournal.dyingAfter(world.journal, "call.settled"), whole, shipping());
        assertThat(world.run(World.RUN).evidence()).hasSize(1);
        assertThat(world.run(World.RUN).invocations())
                .singleElement()
                .extracting(Invocation::state)
                .isEqualTo(InvocationState.SUCCEEDED);
    }

    @Test
    void evidence_ofAToolWithoutGrant_isRefused_andItsResultKept() {
        world.more = builder -> builder.profiles(SHIP).tools(act(), check());
        RunResult result = world.start(whole, shipping());
        assertThat(result.state()).isEqualTo(RunState.WAITING);
        assertThat(result.evidence())
                .extracting(claim -> claim.evidence().type())
                .containsExactly("solution");
        assertThat(world.types(World.RUN)).filteredOn("call.settled"::equals).hasSize(2);
    }

    @Test
    void evidence_isStampedWithItsCall_andItsTime() {
        RunResult result = world.start(whole, shipping());
        assertThat(result.evidence().get(0).callId()).isEqualTo("c1");
        assertThat(result.evidence().get(0).evidence().id()).isEqualTo("c1.1");
        assertThat(result.evidence().get(0).at()).isEqualTo(world.clock.instant());
        assertThat(result.evidence().get(2).callId()).isEmpty();
    }

    @Test
    void answer_thatIsBlank_failsTheTurn_andClaimsNothing() {
        RunResult result = world.start(script(dev.harbor.plan.Decision.finish(Json.NULL)), shipping());
        assertThat(result.reason()).isEqualTo("model_failed");
        assertThat(result.evidence()).isEqualTo(List.of());
    }
}
