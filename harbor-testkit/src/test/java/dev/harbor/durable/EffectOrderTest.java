package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.AllowAllPolicy;
import dev.harbor.access.Verdict;
import dev.harbor.durable.World.Value;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.Effect;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Intent before effect, outcome before the next step, and no word of the runtime that its journal does not know. */
final class EffectOrderTest {

    private final World world = new World();

    private RunResult startRefusing(String type, int times, Planner planner) {
        return world.start(new RefusingJournal(world.journal, type, times), planner, request -> request);
    }

    @Test
    void intent_thatCanNotBeRecorded_isNotFollowed() {
        RunResult result = startRefusing("call.intended", 1, script(call("world.write"), finish()));
        assertThat(result.state()).isEqualTo(RunState.RUNNING);
        assertThat(result.reason()).isEqualTo("persistence_failure");
        assertThat(world.effects.count()).isZero();
    }

    @Test
    void deniedCall_isSeenWithItsCode_andHasNeitherIntentNorResult_norCosts() {
        RunResult result = world.start(script(call("world.secret"), finish()));
        Observation seen = result.trajectory().steps().get(0).observations().get(0);
        assertThat(seen.status()).isEqualTo("denied");
        assertThat(seen.content().toString()).contains("tool_denied");
        assertThat(world.types(World.RUN)).contains("call.rejected").doesNotContain("call.intended", "call.settled");
        assertThat(result.usage().toolCalls()).isZero();
        assertThat(world.run(World.RUN).invocations())
                .extracting(Invocation::state)
                .containsExactly(InvocationState.REJECTED);
        assertThat(world.count("world.secret")).isZero();
    }

    @Test
    void tool_findsItsIntentOnRecord_withItsIdAndKey() {
        world.more = builder ->
                builder.tools(Tool.of("looking", Value.class, Value.class, (Value value, ToolContext context) -> {
                            Invocation intent = world.history(World.RUN)
                                    .root()
                                    .invocation(context.callId())
                                    .orElseThrow();
                            assertThat(intent.idempotencyKey()).isEqualTo(context.idempotencyKey());
                            assertThat(intent.state().isTerminal()).isFalse();
                            return value;
                        })
                        .effect(SideEffect.WRITE));
        assertThat(world.start(script(call("looking"), finish())).isSuccess()).isTrue();
    }

    @Test
    void outcomeOfAWrite_thatCanNotBeRecorded_isInDoubt_andTheRunWaits() {
        Planner planner = script(group(JoinPolicy.ALL, "world.write", "world.keyed"), finish());
        RunResult result = startRefusing("call.settled", 1, planner);
        assertThat(result.state()).isEqualTo(RunState.WAITING);
        assertThat(result.reason()).isEqualTo("unknown_write_outcome");
        assertThat(world.effects.effects()).extracting(Effect::tool).containsExactly("world.write");
        assertThat(world.run(World.RUN).inDoubt()).hasSize(1);
        world.resolve(World.RUN, "c1", CallResolution.succeeded("eve"));
        assertThat(world.resume(planner).isSuccess()).isTrue();
        world.effects.assertAtMostOnce();
    }

    @Test
    void outcomeOfARead_thatCanNotBeRecorded_leavesTheRun_andItCanBeResumed() {
        RunResult result = startRefusing("call.settled", 1, script(call("world.read"), finish()));
        assertThat(result.reason()).isEqualTo("persistence_failure");
        assertThat(world.run(World.RUN).state()).isEqualTo(RunState.RUNNING);
        assertThat(world.resume(script(call("world.read"), finish())).isSuccess())
                .isTrue();
    }

    @Test
    void decision_thatCanNotBeRecorded_isNotFollowed() {
        RunResult result = startRefusing("run.decided", 1, script(call("world.write"), finish()));
        assertThat(result.reason()).isEqualTo("persistence_failure");
        assertThat(world.effects.count()).isZero();
    }

    @Test
    void end_thatCanNotBeRecorded_isNoEnd_andTheRunGoesOn() {
        RunResult result = startRefusing("run.ended", 1, script(call("world.write"), finish()));
        assertThat(result.state()).isEqualTo(RunState.RUNNING);
        assertThat(result.reason()).isEqualTo("persistence_failure");
        assertThat(world.resume(script(call("world.write"), finish())).isSuccess())
                .isTrue();
        assertThat(world.effects.count()).isEqualTo(1);
    }

    @Test
    void calls_ofOneTurn_areCountedFromOne_andAnsweredInOrder() {
        RunResult result =
                world.start(script(group(JoinPolicy.ALL, "world.write", "world.secret", "world.keyed"), finish()));
        assertThat(world.run(World.RUN).invocations())
                .extracting(Invocation::sequence, Invocation::callId)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, "c1"),
                        org.assertj.core.groups.Tuple.tuple(2L, "c2"),
                        org.assertj.core.groups.Tuple.tuple(3L, "c3"));
        assertThat(result.trajectory().steps().get(0).observations())
                .extracting(Observation::status)
                .containsExactly("succeeded", "denied", "succeeded");
    }

    @Test
    void callIds_ofTheProvider_mayBeMissingOrTwice_andEachCallIsAnsweredByItsOwn() {
        Decision twice = new Decision.CallParallel(
                List.of(
                        new ToolRequest("world.write", World.ARGUMENTS, "same"),
                        new ToolRequest("world.write", World.ARGUMENTS, "same"),
                        new ToolRequest("world.write", World.ARGUMENTS, null)),
                JoinPolicy.ALL);
        RunResult result = world.start(script(twice, finish()));
        assertThat(result.trajectory().steps().get(0).observations())
                .extracting(Observation::callId)
                .containsExactly("c1", "c2", "c3");
        assertThat(world.count("world.write")).isEqualTo(3);
        world.effects.assertAtMostOnce();
    }

    @Test
    void tool_ofAVersionThatThereIsNot_isNotRun_andTheRunGoesOn() {
        RunResult result = world.start(script(call("world.write@v9"), finish()));
        assertThat(result.isSuccess()).isTrue();
        assertThat(result.trajectory()
                        .steps()
                        .get(0)
                        .observations()
                        .get(0)
                        .content()
                        .toString())
                .contains("TOOL_NOT_FOUND");
        assertThat(world.effects.count()).isZero();
    }

    @Test
    void everyTool_isShownWhenAllIsAllowed_andBadArgumentsReachNone() {
        world.more = builder -> builder.access(AllowAllPolicy.instance());
        Set<String> shown = new TreeSet<>();
        Json bad = Json.of(Map.of("value", "no number", "more", 1));
        Planner script = script(
                Decision.call("world.read", bad),
                Decision.call("world.write", bad),
                Decision.call("world.secret", bad),
                call("world.secret"),
                finish());
        RunResult result = world.start(context -> {
            context.tools().forEach(tool -> shown.add(tool.id().name()));
            return script.next(context);
        });
        assertThat(result.isSuccess()).isTrue();
        assertThat(shown).contains("world.read", "world.pure", "world.write", "world.keyed", "world.secret");
        assertThat(result.trajectory().steps().subList(0, 3))
                .allSatisfy(
                        step -> assertThat(step.observations().get(0).content().toString())
                                .contains("INVALID_ARGUMENTS"));
        assertThat(world.effects.effects()).extracting(Effect::tool).containsExactly("world.secret");
    }

    @Test
    void tool_thatIsAdvertisedAndThenDenied_isNotRun_andTheRunGoesOn() {
        world.more = builder -> builder.access(new DenyingWhenItMatters());
        List<String> shown = new ArrayList<>();
        Planner script = script(call("world.write"), finish());
        RunResult result = world.start(context -> {
            context.tools().forEach(tool -> shown.add(tool.id().name()));
            return script.next(context);
        });
        assertThat(result.isSuccess()).isTrue();
        assertThat(shown).contains("world.write");
        assertThat(world.effects.count()).isZero();
        assertThat(world.run(World.RUN).invocations())
                .singleElement()
                .extracting(Invocation::state)
                .isEqualTo(InvocationState.REJECTED);
    }

    private static final class DenyingWhenItMatters implements AccessPolicy {

        @Override
        public Verdict evaluate(AccessRequest question) {
            return question.stage() == AccessRequest.Stage.DISPATCH
                    ? Verdict.deny("tool_denied", "not today")
                    : Verdict.allow();
        }
    }

    @Test
    void write_thatSaysItFailed_isAnObservation_andTheRunGoesOn() {
        RunResult result = world.start(script(call("world.fail"), finish()));
        assertThat(result.isSuccess()).isTrue();
        assertThat(result.trajectory().steps().get(0).observations())
                .extracting(Observation::status)
                .containsExactly("failed");
    }

    @Test
    void write_thatDoesNotKnow_isInDoubt_onceOnRecord_andCanBeResolved() {
        world.more = builder -> builder.tools(Tool.<Value, Value>of("unsure", Value.class, Value.class, value -> {
                    throw ToolFailed.inDoubt("the line went dead", null);
                })
                .effect(SideEffect.WRITE));
        Planner planner = script(call("unsure"), finish());
        assertThat(world.start(planner).state()).isEqualTo(RunState.WAITING);
        world.resolve(World.RUN, "c1", CallResolution.failed("eve"));
        assertThat(world.resume(planner).isSuccess()).isTrue();
        assertThat(world.types(World.RUN)).filteredOn("call.settled"::equals).hasSize(1);
    }

    @Test
    void sameArgumentsTwice_areTwoCalls_withKeysOfTheirOwn_andAKeyOutlivesItsProcess() {
        Planner planner = script(call("world.keyed"), call("world.keyed"), finish());
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "call.settled"), planner);
        String key = world.effects.effects().get(0).idempotencyKey();
        world.resume(planner);
        assertThat(world.run(World.RUN).inDoubt())
                .singleElement()
                .satisfies(call -> assertThat(call.idempotencyKey()).isEqualTo(key));
        world.resolve(World.RUN, "c1", CallResolution.succeeded("eve"));
        assertThat(world.resume(planner).isSuccess()).isTrue();
        assertThat(world.effects.effects())
                .extracting(Effect::idempotencyKey)
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void run_thatHasEnded_isReturnedAsItIs() {
        world.start(script(call("world.read"), finish()));
        int records = world.records(World.RUN).size();
        Run ended = world.run(World.RUN);
        RunResult again = world.resume(script());
        assertThat(again.isSuccess()).isTrue();
        assertThat(again.result()).isEqualTo(ended.result());
        assertThat(world.run(World.RUN)).isEqualTo(ended);
        assertThat(world.effects.count()).isEqualTo(1);
        assertThat(world.modelCalls).hasValue(0);
        assertThat(again.trajectory().size()).isEqualTo(2);
        assertThat(world.records(World.RUN)).hasSize(records);
    }
}
