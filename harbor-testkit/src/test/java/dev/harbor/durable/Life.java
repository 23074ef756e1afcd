package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.history.RunFold;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.testkit.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Is the life of one run over as many processes as it takes, with an operator who looks at the world when a write is in doubt. */
final class Life {

    private static final String RUN = "r1";
    private static final int MAX_DRIVES = 200;
    private static final BudgetLimits LIMITS = BudgetLimits.builder()
            .maxStepsPerDrive(BudgetLimits.MAX_STEPS_PER_DRIVE)
            .build();

    final World world = new World();
    final List<PlanContext> seen = new CopyOnWriteArrayList<>();
    private final long seed;
    private final List<String> story = new ArrayList<>();
    private int madeUp;

    Life(long seed) {
        this.seed = seed;
    }

    /** Lets processes live and die one after the other until the run has ended; the last one given serves on. */
    Run live(List<Function<Journal, MortalJournal>> processes) {
        for (Function<Journal, MortalJournal> each : processes) {
            Optional<Run> ended = process(each.apply(world.journal));
            if (ended.isPresent()) {
                return ended.get();
            }
            world.passLease();
        }
        return process(MortalJournal.healthy(world.journal))
                .orElseThrow(() -> new AssertionError(this + " did not end"));
    }

    private Optional<Run> process(MortalJournal view) {
        try (HarborRuntime runtime = world.process(view, context -> {
                    seen.add(context);
                    return Program.planner().next(context);
                })
                .build()) {
            Caller ada = runtime.as(World.ADA);
            for (int i = 0; i < MAX_DRIVES && !view.isDead(); i++) {
                Optional<Run> ended = drive(ada, view);
                if (ended.isPresent()) {
                    return ended;
                }
            }
            assertThat(view.isDead()).as(this + " goes on for ever").isTrue();
            return Optional.empty();
        }
    }

    private Optional<Run> drive(Caller ada, MortalJournal view) {
        try {
            Optional<Run> run = ada.run(RUN);
            if (run.isEmpty()) {
                await(ada.start(RunRequest.goal(Program.goal(seed)).id(RUN).limits(LIMITS)));
            } else if (run.get().state().isTerminal()) {
                return run;
            } else if (run.get().state() == RunState.WAITING) {
                waits(ada, run.get());
            } else {
                await(ada.resume(ResumeRequest.of(RUN)));
            }
        } catch (RuntimeException e) {
            if (!view.isDead()) {
                throw e;
            }
        }
        return Optional.empty();
    }

    private void await(RunHandle handle) {
        story.add(handle.await(World.BOUND).reason());
    }

    private void waits(Caller ada, Run run) {
        assertNothingIsDone(ada);
        if (run.reason().equals("unknown_write_outcome")) {
            for (RunFold each : List.copyOf(world.history(RUN).runs())) {
                each.unsettled(InvocationState.UNKNOWN).forEach(call -> resolve(ada, each, call));
            }
            await(ada.resume(ResumeRequest.of(RUN)));
        } else {
            assertThat(run.reason()).as(toString()).startsWith("pause:");
            await(ada.resume(ResumeRequest.of(RUN).input(Json.of("go on"))));
        }
    }

    private void assertNothingIsDone(Caller ada) {
        int effects = world.effects.count();
        int modelCalls = world.modelCalls.get();
        int records = world.records(RUN).size();
        await(ada.resume(ResumeRequest.of(RUN)));
        assertThat(world.effects.count()).as(toString()).isEqualTo(effects);
        assertThat(world.modelCalls.get()).as(toString()).isEqualTo(modelCalls);
        assertThat(world.records(RUN)).as(toString()).hasSize(records);
    }

    /** The operator looks whether the write happened; what did not happen is done by hand, with the same key, so that every run ends the same. */
    private void resolve(Caller ada, RunFold run, Invocation call) {
        if (call.tool().startsWith("world.fail")) {
            ada.resolve(run.started().runId(), call.callId(), CallResolution.failed("operator"));
            return;
        }
        if (world.effects.countOfKey(call.idempotencyKey()) == 0) {
            madeUp++;
            world.effects.record(new Effect(
                    call.tool().replace("@v1", ""),
                    call.idempotencyKey(),
                    run.started().runId(),
                    call.callId(),
                    0));
        }
        ada.resolve(run.started().runId(), call.callId(), CallResolution.succeeded("operator"));
    }

    int effectsOfTools() {
        return world.effects.count() - madeUp;
    }

    /** Returns the trajectories that the planner was shown for a run, in the order in which it was asked. */
    List<Trajectory> shown(String runId) {
        return seen.stream()
                .filter(context -> context.runId().equals(runId))
                .map(PlanContext::trajectory)
                .toList();
    }

    List<String> runIds() {
        return world.history(RUN).runs().stream()
                .map(run -> run.started().runId())
                .toList();
    }

    @Override
    public String toString() {
        return "program " + seed + " " + story + " " + world.types(RUN);
    }
}
