package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.HarborException;
import dev.harbor.pause.Pause;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Planner;
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
import java.util.List;

/**
 * Is a run whose process dies at some record, and goes on in another. People do what they do in each: they start it, answer what waits, find out what became of what
 * is in doubt, and go on with it.
 *
 * @param answer what they say to each pause
 */
record MortalRun(World world, Planner plan, Resolution answer) {

    static final int NEVER = Integer.MAX_VALUE;

    private static final int MAX_STEPS = 100;

    /** Lives to the end, through a death before or after the append of a number. */
    void live(int deathAt, boolean after) {
        if (!lives(MortalJournal.dying(world.journal, deathAt, after))) {
            world.passLease();
            assertThat(lives(MortalJournal.healthy(world.journal))).isTrue();
        }
    }

    /** Does what people do in one process; returns whether the run has ended. */
    private boolean lives(MortalJournal view) {
        try (HarborRuntime runtime = world.process(view, plan).build()) {
            for (int i = 0; i < MAX_STEPS && !view.isDead(); i++) {
                if (step(runtime)) {
                    return true;
                }
            }
        } catch (HarborException e) {
            assertThat(view.isDead()).as(e.toString()).isTrue();
        }
        return false;
    }

    private boolean step(HarborRuntime runtime) {
        Caller ada = runtime.as(World.ADA);
        Run run = ada.run(World.RUN).orElse(null);
        if (run == null) {
            await(ada.start(RunRequest.goal("g").id(World.RUN)));
            return false;
        }
        List<Pause> pauses = ada.pauses();
        if (!run.inDoubt().isEmpty()) {
            run.inDoubt().forEach(doubt -> lookAt(ada, doubt));
        } else if (run.state() == RunState.WAITING && !pauses.isEmpty()) {
            assertThat(world.history(World.RUN).root().unsettled(InvocationState.PENDING))
                    .isEmpty();
            answer(runtime, pauses.get(0));
        } else if (!run.state().isTerminal()) {
            await(ada.resume(ResumeRequest.of(World.RUN)));
        }
        return run.state().isTerminal();
    }

    private void answer(HarborRuntime runtime, Pause pause) {
        RunHandle next = runtime.operator().resolvePause(pause.id(), answer).run();
        if (next != null) {
            await(next);
        }
    }

    private static void await(RunHandle handle) {
        assertThat(handle.await(World.BOUND)).isNotNull();
    }

    /** What did not happen is done by hand, with the same key, so that every run ends the same. */
    private void lookAt(Caller ada, Invocation doubt) {
        if (world.effects.countOfKey(doubt.idempotencyKey()) == 0) {
            world.effects.record(
                    new Effect(doubt.tool().replace("@v1", ""), doubt.idempotencyKey(), World.RUN, doubt.callId(), 0));
        }
        ada.resolve(World.RUN, doubt.callId(), CallResolution.succeeded("operator"));
    }
}
