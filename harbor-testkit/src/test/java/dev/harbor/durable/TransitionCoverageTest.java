package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.history.RecordType;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.run.CallResolution;
import dev.harbor.run.RunState;
import dev.harbor.run.RunTransition;
import dev.harbor.runtime.HarborRuntime;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Runs go every way of the table, and no other. What way a record is, is told here anew from the record alone. */
final class TransitionCoverageTest {

    private static final Decision WAIT =
            new Decision.RequestPause(PauseReason.EXTERNAL_EVENT, "go on?", Json.EMPTY_OBJECT);

    private final Set<RunTransition> visited = EnumSet.noneOf(RunTransition.class);

    private void visit(World world) {
        Map<String, RunState> states = new HashMap<>();
        for (JournalRecord record : world.records(World.RUN)) {
            String runId = record.entry().data().get("run_id").orElseThrow().asString();
            RunState from = states.getOrDefault(runId, RunState.QUEUED);
            RunState to = stateAfter(from, record.entry());
            if (to != from || isWay(record.entry())) {
                RunTransition way = way(from, to, record.entry());
                assertThat(way.from()).isEqualTo(from);
                assertThat(way.to()).isEqualTo(to);
                visited.add(way);
            }
            states.put(runId, to);
        }
    }

    private static boolean isWay(JournalEntry entry) {
        return entry.type().equals(RecordType.RESUMED) || isResolution(entry);
    }

    private static boolean isResolution(JournalEntry entry) {
        return entry.type().equals(RecordType.CALL_RESOLVED) || entry.type().equals(RecordType.PAUSE_RESOLVED);
    }

    private static RunState stateAfter(RunState from, JournalEntry entry) {
        return switch (entry.type()) {
            case RecordType.STARTED, RecordType.RESUMED -> RunState.RUNNING;
            case RecordType.WAITING -> RunState.WAITING;
            case RecordType.CALL_RESOLVED, RecordType.PAUSE_RESOLVED ->
                entry.data().get("run_state").isPresent() ? RunState.RUNNING : from;
            case RecordType.ENDED ->
                RunState.valueOf(
                        entry.data().get("state").orElseThrow().asString().toUpperCase(Locale.ROOT));
            default -> from;
        };
    }

    private static RunTransition way(RunState from, RunState to, JournalEntry entry) {
        List<RunTransition> ways = RunTransition.between(from, to);
        assertThat(ways).as(from + " to " + to + " by " + entry.type()).isNotEmpty();
        return ways.stream()
                .filter(way -> ways.size() == 1 || (way == RunTransition.RESOLVED) == isResolution(entry))
                .findFirst()
                .orElseThrow();
    }

    private static World world(Planner planner) {
        World world = new World();
        world.start(planner);
        return world;
    }

    private static void cancel(World world) {
        try (HarborRuntime runtime = world.process(script()).build()) {
            runtime.as(World.ADA).cancel(World.RUN, "enough");
        }
    }

    @Test
    void runs_goEveryWayOfTheTable() {
        visit(world(script(call("world.read"), finish())));
        visit(world(context -> null));
        World cancelled = new World();
        cancelled.startAndDie(MortalJournal.dyingAfter(cancelled.journal, "run.decided"), script(call("world.read")));
        cancel(cancelled);
        visit(cancelled);
        World waiting = world(script(WAIT, finish()));
        waiting.resume(script(WAIT, finish()), request -> request.input(Json.of("yes")));
        visit(waiting);
        World givenUp = world(script(WAIT));
        cancel(givenUp);
        visit(givenUp);
        visit(twiceInDoubt());
        assertThat(visited).containsExactlyInAnyOrder(RunTransition.values());
    }

    /** Two calls at once are in doubt, one of a child run, so that the first resolution leaves the run waiting. */
    private static World twiceInDoubt() {
        World world = new World();
        Planner planner = script(group(JoinPolicy.ALL, "outer", "world.write"), finish());
        world.more = builder -> builder.tools(Doubts.nested());
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "call.settled"), planner);
        world.resume(planner);
        world.run(World.RUN)
                .inDoubt()
                .forEach(call -> world.resolve(World.RUN, call.callId(), CallResolution.succeeded("eve")));
        return world;
    }

    @Test
    void randomRuns_goNoOtherWay() {
        for (long seed = 1; seed <= 5; seed++) {
            Life life = new Life(seed);
            life.live(List.of());
            visit(life.world);
        }
        assertThat(visited).contains(RunTransition.STARTED, RunTransition.COMPLETED);
    }

    @Test
    void everything_goesNoOtherWay() {
        visit(new Everything().run());
        assertThat(visited).contains(RunTransition.RESOLVED, RunTransition.WAITS, RunTransition.RESUMED);
    }
}
