package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.HeadQuery;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunSummary;
import dev.harbor.testkit.ToolRecorder;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two processes drive runs on one PostgreSQL server; one is killed, and the other finishes what it left. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class TwoNodesTest {

    private static final int RUNS_EACH = 100;
    private static final List<String> OPTIONS = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    @TempDir
    Path folder;

    @Test
    void twoNodes_oneKilled_theOtherFinishesAllRuns_effectsAtMostOnce() throws Exception {
        Where where = Where.postgres();
        Path effects = folder.resolve("effects.txt");
        try (ToolRecorder world = ToolRecorder.file(effects);
                HarborRuntime runtime = Driving.runtime(
                                where.journal(Clock.systemUTC()),
                                where.artifacts(Clock.systemUTC()),
                                world,
                                StopAt.never(),
                                Clock.systemUTC())
                        .build();
                ChildJvm survivor = start(where, effects, "a", "never 0");
                ChildJvm victim = start(where, effects, "b", "effect 60")) {
            awaitLine(victim, "stop");
            victim.kill();
            while (!allHaveEnded(runtime)) {
                awaitLine(survivor, "idle");
                Doubts.resolve(runtime.operator(), world);
            }
            world.assertAtMostOnce();
            assertThat(world.count()).isGreaterThan(RUNS_EACH);
        }
    }

    private static ChildJvm start(Where where, Path effects, String prefix, String stop) throws Exception {
        return ChildJvm.start(
                OPTIONS, Driving.class, where.text(), effects.toString(), prefix, String.valueOf(RUNS_EACH), "0", stop);
    }

    private static void awaitLine(ChildJvm child, String wanted) throws Exception {
        String line = child.line();
        while (!wanted.equals(line)) {
            assertThat(line).matches("started \\S+|ended \\S+ (succeeded|failed|waiting) \\S+|idle");
            line = child.line();
        }
    }

    private static boolean allHaveEnded(HarborRuntime runtime) {
        List<RunSummary> runs = runtime.operator().list(HeadQuery.everyTenant());
        return runs.size() == 2 * RUNS_EACH
                && runs.stream()
                        .allMatch(run ->
                                run.state() == RandomPlanner.endOf(run.id().runId()));
    }
}
