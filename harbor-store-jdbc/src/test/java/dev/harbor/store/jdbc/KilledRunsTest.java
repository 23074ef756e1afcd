package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactStore;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.llm.LlmReply;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunResult;
import dev.harbor.runtime.RunSummary;
import dev.harbor.testkit.ToolRecorder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that drives runs, before and after a record, between an effect and its result, and between the bytes of a result and its record, and goes on
 * in another. How often: {@code -Dharbor.crash.kills=500}.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
final class KilledRunsTest {

    private static final int KILLS = Integer.getInteger("harbor.crash.kills", 20);
    private static final int RUNS_EACH = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Where a process is killed, and at the latest of how many such places. */
    private static final Map<String, Integer> PLACES =
            new TreeMap<>(Map.of("before", 24, "after", 24, "effect", 4, "stored", 2));

    private static final List<String> OPTIONS = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** So many seconds the clock goes ahead from process to process, so that nobody waits for the lease of a dead one. */
    private static final int AHEAD = 31;

    @TempDir
    Path folder;

    /** The runs that a process said had begun, and how those ended that it said had ended. */
    private final Set<String> begun = new LinkedHashSet<>();

    private final Map<String, String> ended = new LinkedHashMap<>();
    private final Set<String> refs = new LinkedHashSet<>();
    private final Map<String, Integer> hits = new TreeMap<>();
    private Where where;
    private int round;

    @Test
    void process_killedAnywhereInARun_losesNoRunAndRepeatsNoEffect_onSqlite() throws Exception {
        killAll(Where.sqlite(folder));
    }

    @Test
    void process_killedAnywhereInARun_losesNoRunAndRepeatsNoEffect_onPostgres() throws Exception {
        killAll(Where.postgres());
    }

    private void killAll(Where at) throws Exception {
        where = at;
        Random random = new Random(20261130);
        List<String> places = List.copyOf(PLACES.keySet());
        int doubts = 0;
        for (int attempt = 0; hits() < KILLS; attempt++) {
            assertThat(attempt)
                    .as("processes, of which %s were killed in a run", hits)
                    .isLessThan(3 * KILLS);
            String place = places.get(attempt % places.size());
            killAt(place, 1 + random.nextInt(PLACES.get(place)));
            round++;
            doubts += lookAround();
        }
        assertThat(hits()).isEqualTo(KILLS);
        assertThat(hits).containsOnlyKeys(places);
        assertThat(doubts).as("writes that nobody knew of").isPositive();
        round++;
        assertAllEnd();
    }

    private int hits() {
        return hits.values().stream().mapToInt(Integer::intValue).sum();
    }

    private Path effects() {
        return folder.resolve("effects.txt");
    }

    private Clock clock() {
        return Clock.offset(Clock.systemUTC(), Duration.ofSeconds((long) round * AHEAD));
    }

    /** Kills a process at a place, and counts it when a run was under way then. */
    private void killAt(String place, int count) throws Exception {
        String[] args = {
            where.text(),
            effects().toString(),
            "r" + round + "-",
            "" + RUNS_EACH,
            "" + round * AHEAD,
            place + " " + count
        };
        boolean hasStopped;
        try (ChildJvm child = ChildJvm.start(OPTIONS, Driving.class, args)) {
            String line = child.line();
            while (line != null && !line.equals("stop") && !line.equals("idle")) {
                note(line);
                line = child.line();
            }
            assertThat(line).as("the child ended by itself").isNotNull();
            hasStopped = "stop".equals(line);
            child.kill().stream().filter(rest -> !rest.matches("stop|idle")).forEach(this::note);
        }
        where.lapse();
        if (hasStopped && isAnyUnderWay()) {
            hits.merge(place, 1, Integer::sum);
        }
    }

    private void note(String line) {
        assertThat(line).matches("started \\S+|ended \\S+ (succeeded|failed|waiting) \\S+");
        String[] words = line.split(" ");
        if (words[0].equals("started")) {
            begun.add(words[1]);
        } else if (!words[2].equals("waiting")) {
            ended.put(words[1], words[2]);
        }
    }

    private boolean isAnyUnderWay() {
        try (Journal journal = where.journal(clock())) {
            return !journal.find(HeadQuery.everyTenant().states(RunState.RUNNING.wireName()))
                    .isEmpty();
        }
    }

    /** Looks at what a dead process has left, as far as it could have touched it, and resolves what is in doubt. */
    private int lookAround() throws Exception {
        assertOnRecord(
                begun.stream().skip(Math.max(0, begun.size() - 2 * RUNS_EACH)).toList());
        try (ToolRecorder world = ToolRecorder.file(effects())) {
            world.assertAtMostOnce();
            assertSecondDriveDoesNothing(world, HeadQuery.everyTenant().states(RunState.WAITING.wireName()));
            try (ArtifactStore artifacts = where.artifacts(clock());
                    HarborRuntime runtime =
                            open(artifacts, world, StopAt.never()).build()) {
                return Doubts.resolve(runtime.operator(), world);
            }
        }
    }

    /** Checks that runs are there, that they went the ways that there are, and that what they name is there. */
    private void assertOnRecord(Iterable<String> runIds) throws Exception {
        try (Journal journal = where.journal(clock());
                ArtifactStore artifacts = where.artifacts(clock())) {
            for (String runId : runIds) {
                RunState state = OnRecord.assertStates(journal, runId);
                assertThat(state).as(runId).isNotEqualTo(RunState.QUEUED);
                if (ended.containsKey(runId)) {
                    assertThat(state.wireName()).as(runId).isEqualTo(ended.get(runId));
                }
                refs.addAll(OnRecord.assertBytesOfRefs(journal, artifacts, runId));
            }
        }
    }

    private HarborRuntime.Builder open(ArtifactStore artifacts, ToolRecorder world, StopAt stop) {
        return Driving.runtime(where.journal(clock()), artifacts, world, stop, clock());
    }

    /** Drives runs once more that have ended, or that wait for an operator. */
    private void assertSecondDriveDoesNothing(ToolRecorder world, HeadQuery which) {
        AtomicInteger modelCalls = new AtomicInteger();
        StopAt counting = StopAt.never();
        try (ArtifactStore artifacts = where.artifacts(clock());
                HarborRuntime runtime = open(artifacts, world, counting)
                        .llm((request, call) -> {
                            modelCalls.incrementAndGet();
                            return LlmReply.of("once more");
                        })
                        .build()) {
            for (RunSummary run : runtime.operator().list(which)) {
                RunHandle again =
                        runtime.operator().resume(ResumeRequest.of(run.id().runId()));
                RunResult result = again.await(PATIENCE);
                assertThat(result.state()).as(result.runId()).isEqualTo(run.state());
            }
        }
        assertThat(modelCalls).as("model calls of a second drive").hasValue(0);
        assertThat(counting.toolCalls()).as("tool calls of a second drive").isZero();
    }

    private void assertAllEnd() throws Exception {
        try (ToolRecorder world = ToolRecorder.file(effects())) {
            try (ArtifactStore artifacts = where.artifacts(clock());
                    HarborRuntime runtime =
                            open(artifacts, world, StopAt.never()).build()) {
                driveAll(runtime, world);
                assertEnds(runtime, world);
            }
            assertSecondDriveDoesNothing(world, HeadQuery.everyTenant());
            world.assertAtMostOnce();
        }
        assertOnRecord(begun);
        assertThat(refs).as("results that were too heavy for their records").isNotEmpty();
    }

    private static void driveAll(HarborRuntime runtime, ToolRecorder world) {
        List<RunHandle> left = runtime.operator().resumeOrphans(1000);
        while (!left.isEmpty()) {
            left.forEach(run -> run.await(PATIENCE));
            Doubts.resolve(runtime.operator(), world);
            left = runtime.operator().resumeOrphans(1000);
        }
    }

    /** Each run has ended as its planner ends it when nobody disturbs it, those that began before they could be told of as well. */
    private void assertEnds(HarborRuntime runtime, ToolRecorder world) {
        List<RunSummary> runs = runtime.operator().list(HeadQuery.everyTenant());
        assertThat(runs).extracting(run -> run.id().runId()).containsAll(begun);
        assertThat(runs).extracting(RunSummary::state).contains(RunState.SUCCEEDED, RunState.FAILED);
        for (RunSummary summary : runs) {
            Run run = runtime.operator().run(summary.id().runId()).orElseThrow();
            assertThat(run.state()).as(run.runId()).isEqualTo(RandomPlanner.endOf(run.runId()));
            assertThat(run.usage().modelCalls()).as(run.runId()).isPositive();
            assertEffects(run, world);
        }
    }

    /** A write that is on record as done was done once, and what was done is on record as done. */
    private static void assertEffects(Run run, ToolRecorder world) {
        run.invocations().stream()
                .filter(call -> call.tool().startsWith("world.write"))
                .forEach(call -> assertThat(world.countOfCall(run.runId(), call.callId()))
                        .as("%s of %s", call.callId(), run.runId())
                        .isEqualTo(call.state() == InvocationState.SUCCEEDED ? 1 : 0));
    }
}
