package dev.harbor.store.jdbc;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.Invocation;
import dev.harbor.run.Run;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.Effect;
import dev.harbor.testkit.ManualClock;
import dev.harbor.testkit.ToolRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Drives a run until the disk is full, makes a little room, goes on until it is full again, and so forth. Tells each time how it stopped, and whether what was
 * done and what was reported is on record.
 */
final class FullDiskRuns {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int PIECES = 12;
    private static final BudgetLimits LONG = BudgetLimits.builder()
            .maxStepsPerDrive(BudgetLimits.MAX_STEPS_PER_DRIVE)
            .build();

    private final Path folder;
    private final ToolRecorder world;
    private final PrintStream out;
    private final ManualClock clock = ManualClock.create();
    private volatile boolean enough;

    FullDiskRuns(Path folder, Path effects, PrintStream out) {
        this.folder = folder;
        this.world = ToolRecorder.file(effects);
        this.out = out;
    }

    /** The sizes differ, so that the disk is full at another record each time. */
    private Path piece(int number) {
        return folder.resolve("ballast-" + number);
    }

    void drive() throws IOException {
        for (int i = 0; i < PIECES; i++) {
            Files.write(piece(i), new byte[90_000 + 3_700 * i]);
        }
        try (HarborRuntime runtime = runtime()) {
            Caller ada = runtime.as(Driving.ADA);
            tell(
                    ada,
                    ada.start(RunRequest.goal("fill the disk").id("r1").limits(LONG))
                            .await(PATIENCE));
            for (int i = 0; i < PIECES - 1; i++) {
                Files.delete(piece(i));
                tell(ada, goOn(runtime));
            }
            refuse(ada);
            Files.delete(piece(PIECES - 1));
            out.println(ada.run("r2").isPresent() ? "r2 is there" : "r2 is not there");
            enough = true;
            tell(ada, goOn(runtime));
        }
        world.assertAtMostOnce();
    }

    private HarborRuntime runtime() {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(JdbcJournal.builder().clock(clock).sqlite(folder.resolve("j.db")))
                .clock(clock)
                .planner(this::next)
                .tools(Tool.of("world.write", Driving.Nothing.class, Driving.Done.class, (nothing, context) -> {
                            world.record("world.write", context);
                            return new Driving.Done("done");
                        })
                        .effect(SideEffect.WRITE))
                .build();
    }

    private Decision next(PlanContext context) {
        return enough ? Decision.finish(Json.of("full")) : Decision.call("world.write", Json.EMPTY_OBJECT);
    }

    /** Goes on as long as all that stops the run is a doubt. */
    private RunResult goOn(HarborRuntime runtime) {
        RunResult result = resume(runtime);
        while (!runtime.operator().run("r1").orElseThrow().inDoubt().isEmpty()) {
            Doubts.resolve(runtime.operator(), world);
            result = resume(runtime);
        }
        return result;
    }

    /** A claim can't be given up on a full disk, and runs out. */
    private RunResult resume(HarborRuntime runtime) {
        clock.advance(Duration.ofSeconds(31));
        return runtime.as(Driving.ADA).resume(ResumeRequest.of("r1")).await(PATIENCE);
    }

    private void tell(Caller ada, RunResult result) {
        Run run = ada.run("r1").orElseThrow();
        Set<String> intended =
                run.invocations().stream().map(Invocation::callId).collect(Collectors.toSet());
        boolean isIntended = world.effects().stream().map(Effect::callId).allMatch(intended::contains);
        boolean isOnRecord = run.state() == result.state()
                && run.usage().steps() >= result.trajectory().size();
        out.println(result.state().wireName() + " " + result.reason()
                + (isIntended ? "" : ", an effect without intent")
                + (isOnRecord ? ", all on record" : ", reported and not on record: " + run.state()));
    }

    private void refuse(Caller ada) {
        int before = world.count();
        try {
            ada.start(RunRequest.goal("too much").id("r2"));
            out.println("r2 has begun");
        } catch (StoreException e) {
            out.println(world.count() == before ? "refused " + e.code() : "done before it began");
        }
    }
}
