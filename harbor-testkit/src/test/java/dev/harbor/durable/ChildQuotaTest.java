package dev.harbor.durable;

import static dev.harbor.durable.World.finish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.journal.Claim;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import dev.harbor.plan.BudgetLeft;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.testkit.Gate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A run and its child runs spawn as many child runs as the run may, whoever of them asks and however often its process dies, and hear of it when that is over. */
final class ChildQuotaTest {

    private static final Planner FAMILY = scripts(Map.of(
            "g", List.of(spawn("a"), await("r1.1"), spawn("b"), spawn("c"), await("r1.2"), finish()),
            "a", List.of(spawn("a1"), finish()),
            "a1", List.of(finish()),
            "b", List.of(spawn("b1"), finish()),
            "b1", List.of(finish()),
            "c", List.of(finish())));

    private final World world = new World();

    private static Planner scripts(Map<String, List<Decision>> scripts) {
        return context -> scripts.get(context.goal()).get(context.trajectory().size());
    }

    /** Returns a planner whose child runs do nothing. */
    private static Planner root(Decision... decisions) {
        return context ->
                context.goal().equals("g") ? decisions[context.trajectory().size()] : finish();
    }

    private static Decision spawn(String goal) {
        return new Decision.SpawnTask(goal, Json.EMPTY_OBJECT);
    }

    private static Decision await(String child) {
        return new Decision.AwaitTask(child);
    }

    private static BudgetLimits most(long childRuns) {
        return BudgetLimits.builder()
                .maxChildRuns(childRuns)
                .maxStepsPerDrive(200)
                .build();
    }

    private RunResult run(Planner planner, long childRuns) {
        return world.start(planner, request -> request.limits(most(childRuns)));
    }

    private static List<String> statuses(RunFold run) {
        return run.visible().steps().stream()
                .flatMap(step -> step.observations().stream())
                .map(Observation::status)
                .toList();
    }

    private static List<Observation> refusals(Collection<RunFold> runs) {
        return runs.stream()
                .flatMap(run -> run.visible().steps().stream())
                .flatMap(step -> step.observations().stream())
                .filter(seen -> seen.status().equals("failed"))
                .toList();
    }

    @Test
    void childRun_beyondTheLimit_isAnAnswer_andTheRunGoesOn() {
        RunResult result = run(root(spawn("a"), spawn("b"), spawn("c"), finish()), 2);

        assertThat(result.isSuccess()).isTrue();
        assertThat(result.usage().childRuns()).isEqualTo(2);
        assertThat(statuses(world.history(World.RUN).root())).containsExactly("spawned", "spawned", "failed");
        assertThat(refusals(world.history(World.RUN).runs())).singleElement().satisfies(seen -> {
            Json error = seen.content().get("error").orElseThrow();
            assertThat(error.get("code").orElseThrow().asString()).isEqualTo("BUDGET_EXHAUSTED");
            assertThat(error.get("message").orElseThrow().asString())
                    .isEqualTo("the run and its child runs spawn at most 2 child runs");
        });
        assertThat(world.history(World.RUN).runs()).hasSize(3);
    }

    @Test
    void childRun_thatWasRefused_canNotBeAwaited_andEndsNothing() {
        RunResult result = run(root(spawn("a"), await("r1.1"), finish()), 0);

        assertThat(result.isSuccess()).isTrue();
        assertThat(result.usage().childRuns()).isZero();
        assertThat(statuses(world.history(World.RUN).root())).containsExactly("failed", "failed");
    }

    @Test
    void childRuns_ofChildRuns_count() {
        RunResult result = run(FAMILY, 3);

        assertThat(result.isSuccess()).isTrue();
        assertFamily();
    }

    private void assertFamily() {
        RunHistory history = world.history(World.RUN);
        assertThat(history.usage().childRuns()).isEqualTo(3);
        assertThat(history.runs())
                .extracting(run -> run.started().goal())
                .containsExactlyInAnyOrder("g", "a", "a1", "b");
        assertThat(refusals(history.runs())).hasSize(2);
        assertThat(history.root().state()).isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void limit_isTheSame_howeverOftenTheProcessDies() {
        world.start(FAMILY, request -> request.limits(most(3)));
        int appends = world.records(World.RUN).size();
        for (int at = 1; at <= appends; at++) {
            new ChildQuotaTest().diesAt(at, false);
            new ChildQuotaTest().diesAt(at, true);
        }
    }

    /** Lets a process die at an append and at the next ones, until the run has ended. */
    private void diesAt(int append, boolean after) {
        live(MortalJournal.dying(world.journal, append, after));
        for (int life = 0; life < 100 && isRunning(); life++) {
            live(MortalJournal.dying(world.journal, 2, true));
        }
        assertFamily();
    }

    private void live(MortalJournal view) {
        try {
            if (world.records(World.RUN).isEmpty()) {
                world.start(view, FAMILY, request -> request.limits(most(3)));
            } else {
                world.resume(view, FAMILY, request -> request);
            }
        } catch (StoreException e) {
            assertThat(view.isDead()).isTrue();
        }
        world.passLease();
    }

    private boolean isRunning() {
        return world.records(World.RUN).isEmpty()
                || !world.history(World.RUN).state().isTerminal();
    }

    @Test
    void limit_isExact_whenManyAskAtOnce() {
        int parents = 8;
        Gate gate = Gate.closed();
        Planner planner = context -> switch (context.goal()) {
            case "g" -> parent(context, parents, gate);
            case "p" -> {
                gate.pass();
                yield context.trajectory().size() < 4 ? spawn("leaf") : finish();
            }
            default -> finish();
        };
        RunResult result = run(planner, parents + 5);

        assertThat(result.isSuccess()).as(result.toString()).isTrue();
        RunHistory history = world.history(World.RUN);
        assertThat(history.runs()).hasSize(1 + parents + 5);
        assertThat(result.usage().childRuns()).isEqualTo(parents + 5);
        assertThat(refusals(history.runs())).hasSize(parents * 4 - 5);
    }

    private static Decision parent(PlanContext context, int parents, Gate gate) {
        int step = context.trajectory().size();
        if (step < parents) {
            return spawn("p");
        }
        if (step == parents) {
            gate.awaitHeld(parents);
            gate.open();
        }
        return step < 2 * parents ? await("r1." + (step - parents + 1)) : finish();
    }

    @Test
    void childRun_thatCouldNotBeRecorded_isNotUsed() {
        EventRecorder events = EventRecorder.create();
        world.more = builder -> builder.events(events);
        Planner planner = context -> {
            if (context.goal().equals("a")) {
                return spawn("refused");
            }
            if (context.trajectory().size() == 1) {
                events.await("run.ended", 1);
            }
            return root(spawn("a"), spawn("b"), finish()).next(context);
        };
        RunResult result = world.start(refusing("refused"), planner, request -> request.limits(most(2)));

        assertThat(statuses(world.history(World.RUN).root())).containsExactly("spawned", "spawned");
        assertThat(result.usage().childRuns()).isEqualTo(2);
    }

    /** Returns a journal that takes everything but the beginning of a run with a goal. */
    private JournalView refusing(String goal) {
        return new JournalView(world.journal) {
            @Override
            public long append(Claim claim, long expected, List<JournalEntry> entries, StreamHead head) {
                if (entries.stream().anyMatch(entry -> begins(entry, goal))) {
                    throw new StoreException(ErrorCode.STORE_FAILED, "the disk is full");
                }
                return super.append(claim, expected, entries, head);
            }
        };
    }

    private static boolean begins(JournalEntry entry, String goal) {
        return entry.type().equals("run.started")
                && entry.data().get("goal").orElseThrow().asString().equals(goal);
    }

    @Test
    void planner_seesWhatIsLeft_alsoAfterARestart() {
        Collection<Long> left = new ConcurrentLinkedQueue<>();
        Planner planner = context -> {
            BudgetLeft budget = context.budget();
            if (context.goal().equals("g")) {
                left.add(budget.childRuns());
            }
            return FAMILY.next(context);
        };
        world.startAndDie(MortalJournal.dying(world.journal, 3, true), planner, request -> request.limits(most(3)));
        world.resume(planner);

        List<Long> seen = new ArrayList<>(left);
        assertThat(seen.get(0)).isEqualTo(3);
        assertThat(seen.get(seen.size() - 1)).isZero();
        assertThat(IntStream.range(1, seen.size()).allMatch(i -> seen.get(i) <= seen.get(i - 1)))
                .as(seen.toString())
                .isTrue();
    }

    @Test
    void runs_thatSayNothing_maySpawn64_andOnesFromBeforeTheLimit_areResumed() {
        assertThat(BudgetLimits.defaults().maxChildRuns()).isEqualTo(64);
        world.startAndDie(
                MortalJournal.dying(world.journal, 2, true), FAMILY, request -> request.limits(most(Long.MAX_VALUE)));
        assertThat(world.records(World.RUN).get(0).entry().data().toString())
                .doesNotContain("child_runs")
                .doesNotContain("maxChildRuns");
        assertThat(world.resume(FAMILY).isSuccess()).isTrue();
        assertThat(world.history(World.RUN).runs()).hasSize(6);
    }
}
