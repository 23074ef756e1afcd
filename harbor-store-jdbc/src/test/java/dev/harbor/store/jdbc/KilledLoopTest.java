package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.loop.ExternalToolInstaller;
import dev.harbor.loop.Loop;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.loop.TurnState;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.ToolRecorder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process whose loop carries inputs out, before and after a record and between an effect and its result, and opens the loop in another. How often:
 * {@code -Dharbor.crash.kills=500}.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
final class KilledLoopTest {

    private static final int KILLS = Math.max(6, Integer.getInteger("harbor.crash.kills", 40) / 4);
    private static final List<String> PLACES = List.of("before", "after", "effect");
    private static final List<String> OPTIONS = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** So many seconds the clock goes ahead from process to process, so that nobody waits for the lease of a dead one. */
    private static final int AHEAD = 31;

    @TempDir
    Path folder;

    @Test
    void process_killedAnywhere_losesNoInput_andCarriesNoneOutTwice_onSqlite() throws Exception {
        assertInputsOnce(Where.sqlite(folder));
    }

    @Test
    void process_killedAnywhere_losesNoInput_andCarriesNoneOutTwice_onPostgres() throws Exception {
        assertInputsOnce(Where.postgres());
    }

    private void assertInputsOnce(Where where) throws Exception {
        Path effects = folder.resolve("effects.txt");
        Random random = new Random(20261130);
        List<String> taken = new ArrayList<>();
        int doubts = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            String stop = PLACES.get(kill % PLACES.size()) + " " + (1 + random.nextInt(kill % 3 == 2 ? 4 : 18));
            killAt(stop, where, effects, 2 * kill, taken);
            doubts += goOn(where, effects, 2 * kill + 1);
        }
        assertThat(doubts).as("writes that nobody knew of").isPositive();
        assertAllOnce(where, effects, taken);
    }

    private void killAt(String stop, Where where, Path effects, int round, List<String> taken) throws Exception {
        String[] args = {where.text(), effects.toString(), "3", "" + round * AHEAD, stop};
        try (ChildJvm child = ChildJvm.start(OPTIONS, Looping.class, args)) {
            String line = child.line();
            while (line != null && !line.equals("stop") && !line.equals("idle")) {
                assertThat(line).matches("(taken|ended) loop-[0-9a-f]{32}-\\d+( \\w+)?");
                if (line.startsWith("taken ")) {
                    taken.add(line.substring("taken ".length()));
                }
                line = child.line();
            }
            assertThat(line).as("the child ended by itself").isNotNull();
            child.kill();
        }
        where.lapse();
    }

    /** Opens the loop where it was left, and finds out what became of writes in doubt. */
    private static int goOn(Where where, Path effects, int round) throws InterruptedException {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds((long) round * AHEAD));
        int doubts = 0;
        try (ToolRecorder world = ToolRecorder.file(effects);
                HarborRuntime runtime = Looping.runtime(where.journal(clock), StopAt.never(), clock);
                Loop loop = Looping.open(runtime, world, StopAt.never())) {
            world.assertAtMostOnce();
            for (TurnHandle left : loop.restored()) {
                TurnResult how = left.await(PATIENCE).orElseThrow();
                if (how.state() == TurnState.WAITING) {
                    assertThat(how.reason()).isEqualTo("unknown_write_outcome");
                    doubts += Doubts.resolve(runtime.operator(), world);
                }
                assertThat(left.awaitEnd(PATIENCE).orElseThrow().state()).isEqualTo(TurnState.DONE);
            }
        }
        return doubts;
    }

    private static void assertAllOnce(Where where, Path effects, List<String> taken) {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(2L * KILLS * AHEAD));
        try (ToolRecorder world = ToolRecorder.file(effects);
                HarborRuntime runtime = Looping.runtime(where.journal(clock), StopAt.never(), clock)) {
            assertThat(taken).isNotEmpty().doesNotHaveDuplicates();
            for (String turn : taken) {
                Run run = runtime.as(Driving.ADA).run(turn).orElseThrow();
                assertThat(run.invocations()).as(turn).hasSize(2);
                run.invocations().forEach(call -> assertOnce(world, run, call));
            }
            world.assertAtMostOnce();
        }
    }

    private static void assertOnce(ToolRecorder world, Run run, Invocation call) {
        assertThat(world.countOfCall(run.runId(), call.callId()))
                .as("%s of %s", call.callId(), run.runId())
                .isEqualTo(call.state() == InvocationState.SUCCEEDED ? 1 : 0);
    }

    @Test
    void loopOfAKilledProcess_hasEmptySlots_whenItIsOpenedWithoutToolsets_onSqlite() throws Exception {
        assertEmptySlots(Where.sqlite(folder));
    }

    @Test
    void loopOfAKilledProcess_hasEmptySlots_whenItIsOpenedWithoutToolsets_onPostgres() throws Exception {
        assertEmptySlots(Where.postgres());
    }

    private void assertEmptySlots(Where where) throws Exception {
        Path effects = folder.resolve("effects.txt");
        killAt("after 4", where, effects, 0, new ArrayList<>());
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(AHEAD));
        try (HarborRuntime runtime = Looping.runtime(where.journal(clock), StopAt.never(), clock);
                Loop loop = runtime.as(Driving.ADA)
                        .loop(
                                Looping.LOOP,
                                dev.harbor.loop.LoopDefinition.builder("desk").build())) {
            assertThat(loop.controller()
                            .capability(ExternalToolInstaller.class)
                            .orElseThrow()
                            .installed())
                    .isEmpty();
        }
    }
}
