package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.ModelAnswer;
import dev.harbor.testkit.ScriptedModel;
import dev.harbor.testkit.ScriptedPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a planner and a model are shown is what the journal holds: nothing is missing, doubled, repaired or made up, before and after a resume. */
final class FaithfulHistoryTest {

    private static final String CUT_OFF = "{\"value\": 1, \"to\": [\"a\u00e9\", ";

    private static final List<Decision> SCRIPT = List.of(
            call("world.read"),
            Decision.call("world.write", Json.lazy(CUT_OFF)),
            call("world.keyed"),
            Decision.finish(Json.of("done")));

    private final World world = new World();
    private final List<String> inTheJournal = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();

    @Test
    void malformedArguments_areKeptAsTheyWereWritten_andEveryResumeGoesOnWithThem() {
        Planner planner = script(SCRIPT.toArray(Decision[]::new));
        World undisturbed = new World();
        Trajectory expected = undisturbed.start(planner).trajectory();
        int appends = undisturbed.records(World.RUN).size();
        for (int at = 2; at <= appends; at++) {
            World other = new World();
            other.startAndDie(MortalJournal.dying(other.journal, at, true), planner);
            RunResult result = other.resume(planner);
            if (result.state() == RunState.WAITING) {
                other.resolve(World.RUN, "c3", CallResolution.succeeded("eve"));
                result = other.resume(planner);
            }
            assertThat(result.isSuccess()).as("died after append %s", at).isTrue();
            Trajectory.Step malformed = result.trajectory().steps().get(1);
            assertThat(malformed).isEqualTo(expected.steps().get(1));
            assertThat(((Decision.CallTool) malformed.decision())
                            .call()
                            .arguments()
                            .toString())
                    .isEqualTo(CUT_OFF);
            assertThat(malformed.observations()).extracting(Observation::status).containsExactly("failed");
            assertThat(other.count("world.write")).isZero();
        }
        assertThat(appends).isGreaterThan(8);
    }

    @Test
    void plannerAndModel_areShownWhatTheJournalHolds_inEveryTurnAndAfterAResume() {
        ScriptedModel model = ScriptedModel.always(ModelAnswer.of("go on"));
        world.more = builder -> builder.llm(model);
        ScriptedPlanner planner = ScriptedPlanner.deciding(this::decide);

        world.startAndDie(MortalJournal.dyingAfter(world.journal, "call.settled"), planner);
        RunResult result = world.resume(planner);

        assertThat(result.isSuccess()).isTrue();
        assertThat(shown).hasSizeGreaterThanOrEqualTo(SCRIPT.size()).isEqualTo(inTheJournal);
        assertThat(model.requests().stream().map(ScriptedModel::text))
                .as("the prompts, in order")
                .isEqualTo(shown);
        for (int i = 1; i < shown.size(); i++) {
            assertThat(shown.get(i)).as("what was said once stays").startsWith(shown.get(i - 1));
        }
        assertCallsAndResultsAreInPairs(result.trajectory());
    }

    private Decision decide(PlanContext context) throws Exception {
        String seen = spelled(context.trajectory());
        shown.add(seen);
        inTheJournal.add(
                spelled(world.history(World.RUN).run(World.RUN).orElseThrow().trajectory()));
        LlmRequest question = LlmRequest.of(List.of(Message.of(Role.USER, seen)));
        context.model().complete(question, LlmCall.of(context.identity()));
        return SCRIPT.get(context.trajectory().size());
    }

    private static String spelled(Trajectory trajectory) {
        StringBuilder out = new StringBuilder("so far:");
        trajectory.steps().forEach(step -> {
            out.append("\nasked ").append(step.decision());
            step.observations().forEach(seen -> out.append("\nsaw ").append(seen));
        });
        return out.toString();
    }

    private static void assertCallsAndResultsAreInPairs(Trajectory trajectory) {
        List<Trajectory.Step> calls = trajectory.steps().stream()
                .filter(step -> step.decision() instanceof Decision.CallTool)
                .toList();
        assertThat(calls)
                .hasSize(3)
                .allSatisfy(step -> assertThat(step.observations())
                        .singleElement()
                        .satisfies(seen -> assertThat(seen.tool())
                                .startsWith(((Decision.CallTool) step.decision())
                                                .call()
                                                .tool() + "@")));
        assertThat(calls.stream().flatMap(step -> step.observations().stream()).map(Observation::callId))
                .doesNotHaveDuplicates();
    }

    @Test
    void writeOfADeadProcess_isToldAsUnknown_withWhatItTakesToCheckIt() {
        Planner planner = script(call("world.write"), finish());
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "call.settled"), planner);

        RunResult waiting = world.resume(planner);

        assertThat(waiting.state()).isEqualTo(RunState.WAITING);
        assertThat(waiting.reason()).isEqualTo("unknown_write_outcome");
        Observation seen = Stream.concat(
                        waiting.trajectory().steps().stream().flatMap(step -> step.observations().stream()),
                        world.history(World.RUN).run(World.RUN).orElseThrow().visible().steps().stream()
                                .flatMap(step -> step.observations().stream()))
                .findFirst()
                .orElseThrow();
        assertThat(seen.status()).isEqualTo("unknown");
        assertThat(seen.content().toString())
                .contains(ErrorCode.UNKNOWN_WRITE_OUTCOME.value(), "nobody knows yet whether the call had its effect")
                .doesNotContainIgnoringCase("failed");
        Invocation call = world.run(World.RUN).invocations().get(0);
        assertThat(call.state()).isEqualTo(InvocationState.UNKNOWN);
        assertThat(seen.content().toString()).contains(call.idempotencyKey(), "not to be repeated");
        assertThat(Map.of("id", call.callId(), "tool", call.tool(), "key", call.idempotencyKey()))
                .as("what the tool knew of the call, so that somebody can look it up there")
                .isEqualTo(world.effects.effects().stream()
                        .map(effect -> Map.of(
                                "id", effect.callId(), "tool", effect.tool() + "@v1", "key", effect.idempotencyKey()))
                        .findFirst()
                        .orElseThrow());
    }
}
