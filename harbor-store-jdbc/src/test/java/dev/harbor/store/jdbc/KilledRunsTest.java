package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.HeadQuery;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunSummary;
import dev.harbor.testkit.ToolRecorder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that drives runs, before and after a record and between an effect and its result, and goes on in another. How often:
 * {@code -Dharbor.crash.kills=500}.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
final class KilledRunsTest {

    private static final int KILLS = Integer.getInteger("harbor.crash.kills", 40);
    private static final List<String> PLACES = List.of("before", "after", "effect");
    private static final List<String> OPTIONS = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** So many seconds the clock goes ahead from process to process, so that nobody waits for the lease of a dead one. */
    private static final int AHEAD = 31;

    @TempDir
    Path folder;

    @Test
    void process_killedAnywhereInARun_losesNoRunAndRepeatsNoEffect() throws Exception {
        Path journal = folder.resolve("journal.db");
        Path effects = folder.resolve("effects.txt");
        Random random = new Random(20261130);
        int doubts = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            String stop = PLACES.get(kill % PLACES.size()) + " " + (1 + random.nextInt(kill % 3 == 2 ? 4 : 16));
            killAt(stop, journal, effects, kill);
            doubts += resolve(journal, effects, kill + 1);
        }
        assertThat(doubts).isPositive();
        assertAllEnd(journal, effects, KILLS + 1);
    }

    private void killAt(String stop, Path journal, Path effects, int round) throws Exception {
        String[] args = {journal.toString(), effects.toString(), "r" + round + "-", "3", "" + round * AHEAD, stop};
        try (ChildJvm child = ChildJvm.start(OPTIONS, Driving.class, args)) {
            String line = child.line();
            while (line != null && !line.equals("stop") && !line.equals("idle")) {
                assertThat(line).matches("ended \\S+ (succeeded|waiting) \\S+");
                line = child.line();
            }
            assertThat(line).isNotNull();
            child.kill();
        }
    }

    private int resolve(Path journal, Path effects, int round) {
        try (ToolRecorder world = ToolRecorder.file(effects);
                HarborRuntime runtime = open(journal, world, round)) {
            world.assertAtMostOnce();
            return Doubts.resolve(runtime.operator(), world);
        }
    }

    private static HarborRuntime open(Path journal, ToolRecorder world, int round) {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds((long) round * AHEAD));
        return Driving.runtime(Driving.journal(journal.toString(), clock), world, StopAt.never(), clock);
    }

    private static void assertAllEnd(Path journal, Path effects, int round) {
        try (ToolRecorder world = ToolRecorder.file(effects);
                HarborRuntime runtime = open(journal, world, round)) {
            driveAll(runtime, world);
            List<RunSummary> runs = runtime.operator().list(HeadQuery.everyTenant());
            assertThat(runs)
                    .isNotEmpty()
                    .allSatisfy(run -> assertThat(run.state()).isEqualTo(RunState.SUCCEEDED));
            runs.forEach(run ->
                    assertEffects(runtime.operator().run(run.id().runId()).orElseThrow(), world));
            world.assertAtMostOnce();
        }
    }

    private static void driveAll(HarborRuntime runtime, ToolRecorder world) {
        List<RunHandle> left = runtime.operator().resumeOrphans(1000);
        while (!left.isEmpty()) {
            left.forEach(run -> run.await(Duration.ofMinutes(5)));
            Doubts.resolve(runtime.operator(), world);
            left = runtime.operator().resumeOrphans(1000);
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
