package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Journal;
import dev.harbor.llm.LlmReply;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.ToolRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Drives runs: first those that nobody drives any more, then as many new ones as it is told, then again what has no driver, until it is killed. Nothing is
 * written before all of them have begun. Tells each that has begun as {@code started run}, and each that has come to an end as {@code ended run state reason}.
 *
 * <p>Arguments: where (a file, or the URL of a PostgreSQL server and a schema, joined by a blank), the file of effects, a prefix of the names of new runs, how
 * many, how many seconds the clock is ahead, and where to stop: {@code before 3}, {@code after 3}, {@code effect 3}, {@code stored 3} or {@code never 0}.
 */
final class Driving {

    static final Identity ADA = Identity.of("acme", "ada", "s1");

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    record Nothing() {}

    record Done(String what) {}

    /** So much is more than a result may have that stays in its record. */
    private static final int HEAVY = 40 << 10;

    private Driving() {}

    public static void main(String[] args) throws InterruptedException {
        StopAt stop = StopAt.parse(args[5], OUT);
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(Long.parseLong(args[4])));
        try (ToolRecorder recorder = ToolRecorder.file(Path.of(args[1]));
                ArtifactStore artifacts = stop.watch(artifacts(args[0], clock));
                HarborRuntime runtime = runtime(stop.watch(journal(args[0], clock)), artifacts, recorder, stop, clock)
                        .build()) {
            List<RunHandle> orphans = runtime.operator().resumeOrphans(100);
            List<RunHandle> started = start(runtime, args[2], Integer.parseInt(args[3]));
            stop.begin();
            tell(orphans);
            tell(started);
            while (true) {
                tell(runtime.operator().resumeOrphans(100));
                OUT.println("idle");
                // A service looks for orphans every now and then; only the next look waits for this.
                Thread.sleep(500);
            }
        }
    }

    static Journal journal(String where, Clock clock) {
        String[] words = where.split(" ", 2);
        if (words.length == 1) {
            return JdbcJournal.builder().clock(clock).sqlite(Path.of(where));
        }
        return JdbcJournal.builder().schema(words[1]).postgres(PostgresServer.pool(PostgresServer.remote(words[0])));
    }

    static ArtifactStore artifacts(String where, Clock clock) {
        String[] words = where.split(" ", 2);
        JdbcArtifactStore.Builder builder = JdbcArtifactStore.builder().clock(clock);
        return words.length == 1
                ? builder.sqlite(besides(where))
                : builder.schema(words[1]).postgres(PostgresServer.pool(PostgresServer.remote(words[0])));
    }

    /** Returns the file of the artifacts of a file of runs. */
    static Path besides(String journal) {
        return Path.of(journal).resolveSibling("artifacts.db");
    }

    static HarborRuntime.Builder runtime(
            Journal journal, ArtifactStore artifacts, ToolRecorder recorder, StopAt stop, Clock clock) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.over(artifacts))
                .journal(journal)
                .clock(clock)
                .planner(new RandomPlanner())
                .llm((request, call) -> LlmReply.of("go on"))
                .tools(
                        Tool.of("world.read", Nothing.class, Done.class, nothing -> read(stop))
                                .effect(SideEffect.READ),
                        Tool.of("world.heavy", Nothing.class, Done.class, (nothing, context) -> heavy(stop, context))
                                .effect(SideEffect.READ),
                        Tool.of(
                                        "world.write",
                                        Nothing.class,
                                        Done.class,
                                        (nothing, context) -> write(recorder, stop, context))
                                .effect(SideEffect.WRITE));
    }

    private static Done read(StopAt stop) {
        stop.tool();
        return new Done("seen");
    }

    /** No two are the same, so that none is there because another was stored. */
    private static Done heavy(StopAt stop, ToolContext context) {
        stop.tool();
        String name = context.identity() + " " + context.runId() + " " + context.callId() + " ";
        return new Done(name.repeat(HEAVY / name.length() + 1));
    }

    private static Done write(ToolRecorder recorder, StopAt stop, ToolContext context) throws InterruptedException {
        stop.tool();
        stop.awaitBegin();
        recorder.record("world.write", context);
        stop.effect();
        return new Done("done");
    }

    private static List<RunHandle> start(HarborRuntime runtime, String prefix, int count) {
        List<RunHandle> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(runtime.as(ADA).start(RunRequest.goal("change the world").id(prefix + i)));
            OUT.println("started " + prefix + i);
        }
        return runs;
    }

    private static void tell(List<RunHandle> runs) {
        for (RunHandle run : runs) {
            RunResult end = run.await(PATIENCE);
            OUT.println("ended " + end.runId() + " " + end.state().wireName() + " " + end.reason());
        }
    }
}
