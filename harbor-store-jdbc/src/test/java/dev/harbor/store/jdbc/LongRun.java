package dev.harbor.store.jdbc;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.Tool;
import java.nio.file.Path;
import java.time.Duration;

/** Drives one run of so many steps to its end, and says how it ended and how many calls are on record. Arguments: file of the journal, steps. */
final class LongRun {

    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final BudgetLimits LIMITS = BudgetLimits.builder()
            .maxStepsPerDrive(BudgetLimits.MAX_STEPS_PER_DRIVE)
            .build();

    private static final Decision WAIT =
            new Decision.RequestPause(PauseReason.EXTERNAL_EVENT, "go on?", Json.EMPTY_OBJECT);

    private LongRun() {}

    public static void main(String[] args) {
        int calls = Integer.parseInt(args[1]);
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(JdbcJournal.sqlite(Path.of(args[0])))
                .tools(Tool.of("world.say", Driving.Nothing.class, Driving.Done.class, nothing -> said()))
                .planner(context -> next(context.trajectory().size(), calls))
                .build()) {
            RunResult result = runtime.as(Driving.ADA)
                    .start(RunRequest.goal("say it again").id("long").limits(LIMITS))
                    .await(PATIENCE);
            while (result.state() == RunState.WAITING) {
                ResumeRequest on = ResumeRequest.of("long").input(Json.of("on"));
                result = runtime.as(Driving.ADA).resume(on).await(PATIENCE);
            }
            long made =
                    runtime.as(Driving.ADA).run("long").orElseThrow().usage().toolCalls();
            System.out.println(result.state().wireName() + " " + made);
        }
    }

    /** Pauses before a drive would come to its limit. */
    private static Decision next(int step, int calls) {
        if (step < calls) {
            return step % 2000 == 1999 ? WAIT : Decision.call("world.say", Json.EMPTY_OBJECT);
        }
        return Decision.finish(Json.of("done"));
    }

    /** Says a kilobyte, so that the answers of a long run are more than its process may hold. */
    private static Driving.Done said() {
        return new Driving.Done("again ".repeat(170));
    }
}
