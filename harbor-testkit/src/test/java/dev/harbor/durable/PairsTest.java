package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever a planner is shown, each call in it has its answer and each answer its call: over failures, cancellations, dead processes and what is left out. */
final class PairsTest {

    private static final int MANY = Trajectory.MAX_STEPS + 40;
    private static final BudgetLimits LIMITS = BudgetLimits.builder()
            .maxStepsPerDrive(BudgetLimits.MAX_STEPS_PER_DRIVE)
            .build();

    /** One of each way in which a call ends without a result, and a cancelled one beside one that succeeds. */
    private static final List<Decision> TROUBLE = List.of(
            group(JoinPolicy.ALL, "world.read", "world.fail", "no.such", "world.secret"),
            Decision.call("world.write", Json.lazy("{\"value\": 1, ")),
            call("world.crash"),
            group(JoinPolicy.FIRST_SUCCESS, "world.pure", "world.crash", "world.read", "world.write"),
            call("world.write"),
            finish());

    private World world = new World();
    private final List<Trajectory> shown = new CopyOnWriteArrayList<>();

    private Planner watched(Planner planner) {
        return context -> {
            shown.add(context.trajectory());
            return planner.next(context);
        };
    }

    private static Decision trouble(PlanContext context) {
        return TROUBLE.get(context.trajectory().size());
    }

    private static List<ToolRequest> callsOf(Decision decision) {
        if (decision instanceof Decision.CallTool one) {
            return List.of(one.call());
        }
        return decision instanceof Decision.CallParallel many ? many.calls() : List.of();
    }

    private static String nameIn(Observation seen) {
        return seen.tool().replaceFirst("@.*", "");
    }

    private static void assertPairs(Trajectory trajectory) {
        List<String> ids = new ArrayList<>();
        for (Trajectory.Step step : trajectory.steps()) {
            List<ToolRequest> calls = callsOf(step.decision());
            if (!calls.isEmpty()) {
                assertThat(step.observations())
                        .extracting(PairsTest::nameIn)
                        .as("the answers of %s", step.decision())
                        .containsExactlyElementsOf(
                                calls.stream().map(ToolRequest::tool).toList());
                step.observations().forEach(seen -> ids.add(seen.callId()));
            }
        }
        if (!ids.isEmpty()) {
            int first = Integer.parseInt(ids.get(0).substring(1));
            assertThat(ids)
                    .as("none is left out between the first and the last")
                    .containsExactlyElementsOf(IntStream.range(first, first + ids.size())
                            .mapToObj(i -> "c" + i)
                            .toList());
        }
    }

    private void tools(World of) {
        of.more = builder -> builder.tools(
                dev.harbor.tool.Tool.of("world.crash", World.Value.class, World.Value.class, (World.Value value) -> {
                            throw new IllegalStateException("a bug");
                        })
                        .effect(dev.harbor.tool.SideEffect.READ));
    }

    @Test
    void callsAndAnswers_ofARunInTrouble_stayInPairs_alsoWhenItsProcessDiesAnywhere() {
        tools(world);
        RunResult undisturbed = world.start(watched(PairsTest::trouble));
        assertThat(undisturbed.isSuccess()).isTrue();
        assertPairs(undisturbed.trajectory());
        int appends = world.records(World.RUN).size();
        for (int at = 2; at <= appends; at++) {
            for (boolean after : new boolean[] {false, true}) {
                world = new World();
                tools(world);
                RunResult result = diesAndGoesOn(at, after);
                assertThat(result.isSuccess()).as("died at %s", at).isTrue();
                assertPairs(result.trajectory());
            }
        }
        assertThat(appends).isGreaterThan(10);
        assertThat(shown).hasSizeGreaterThan(appends).allSatisfy(PairsTest::assertPairs);
    }

    private RunResult diesAndGoesOn(int at, boolean after) {
        world.start(MortalJournal.dying(world.journal, at, after), watched(PairsTest::trouble), request -> request);
        world.passLease();
        RunResult result = world.resume(watched(PairsTest::trouble));
        for (int i = 0; i < TROUBLE.size() && result.state() == RunState.WAITING; i++) {
            for (Invocation doubt : world.run(World.RUN).inDoubt()) {
                world.resolve(World.RUN, doubt.callId(), CallResolution.failed("eve"));
            }
            result = world.resume(watched(PairsTest::trouble));
        }
        return result;
    }

    @Test
    void callsAndAnswers_ofALongRun_leaveTheWindowTogether_andARestartShowsTheSame() {
        Planner planner = watched(context -> {
            int step = context.trajectory().size();
            return step == MANY
                    ? World.pause()
                    : step > MANY ? finish() : group(JoinPolicy.ALL, "world.pure", "world.read", "no.such");
        });
        RunResult paused = world.start(planner, request -> request.limits(LIMITS));
        assertThat(paused.state()).isEqualTo(RunState.WAITING);
        Trajectory before = shown.get(shown.size() - 1);
        assertThat(before.dropped()).isEqualTo(MANY - Trajectory.MAX_STEPS);
        assertThat(before.steps().get(0).observations().get(0).callId()).isEqualTo("c" + (3 * before.dropped() + 1));

        RunResult result = world.resume(planner, request -> request.input(Json.of("go on")));

        assertThat(result.isSuccess()).isTrue();
        Trajectory after = shown.get(shown.size() - 1);
        assertThat(after.steps())
                .containsSequence(before.steps().subList(1, before.steps().size()));
        shown.subList(shown.size() - 60, shown.size()).forEach(PairsTest::assertPairs);
    }
}
