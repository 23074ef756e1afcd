package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process dies before or after every record on the way from a question over its answer to the call, and nothing is done twice or without an approval. */
final class PauseCrashTest {

    private static final int MAX_STEPS = 100;
    private static final int NEVER = Integer.MAX_VALUE;

    private static Planner plan() {
        return script(
                call("world.write"),
                group(JoinPolicy.ALL, "world.write", "world.read", "world.keyed"),
                new Decision.RequestPause(PauseReason.APPROVAL_REQUIRED, "all well?", Json.EMPTY_OBJECT),
                finish());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void process_thatDiesAnywhere_betweenQuestionAndCall_leavesACallMadeOnceOrAskedAgain(boolean after) {
        int appends = live(NEVER, after).world.records(World.RUN).size();
        assertThat(appends).isGreaterThan(15);
        for (int at = 1; at <= appends; at++) {
            Asking asking = live(at, after);
            asking.world.effects.assertAtMostOnce();
            Run run = asking.world.run(World.RUN);
            String story = "death at " + at + (after ? " after" : " before") + " " + asking.world.types(World.RUN);
            assertThat(run.state()).as(story).isEqualTo(RunState.SUCCEEDED);
            assertThat(asking.world.count("world.write") + asking.world.count("world.keyed"))
                    .as(story)
                    .isEqualTo(3);
            assertThat(approvals(asking)).as(story).isGreaterThanOrEqualTo(4);
        }
    }

    private static long approvals(Asking asking) {
        return asking.world.types(World.RUN).stream()
                .filter("pause.resolved"::equals)
                .count();
    }

    private static Asking live(int deathAt, boolean after) {
        Asking asking = new Asking();
        if (!lives(asking, MortalJournal.dying(asking.world.journal, deathAt, after))) {
            asking.world.passLease();
            assertThat(lives(asking, MortalJournal.healthy(asking.world.journal)))
                    .isTrue();
        }
        return asking;
    }

    /** Does what people do in one process; returns whether the run has ended. */
    private static boolean lives(Asking asking, MortalJournal view) {
        try (HarborRuntime runtime = asking.world.process(view, plan()).build()) {
            for (int i = 0; i < MAX_STEPS && !view.isDead(); i++) {
                if (step(asking, runtime)) {
                    return true;
                }
            }
        } catch (HarborException e) {
            assertThat(view.isDead()).as(e.toString()).isTrue();
        }
        return false;
    }

    private static boolean step(Asking asking, HarborRuntime runtime) {
        Caller ada = runtime.as(World.ADA);
        Run run = ada.run(World.RUN).orElse(null);
        if (run == null) {
            await(ada.start(RunRequest.goal("g").id(World.RUN)));
            return false;
        }
        List<Pause> pauses = ada.pauses();
        List<Invocation> doubts = run.inDoubt();
        if (!doubts.isEmpty()) {
            doubts.forEach(doubt -> lookAt(asking, ada, doubt));
        } else if (run.state() == RunState.WAITING && !pauses.isEmpty()) {
            assertThat(asking.world.history(World.RUN).root().unsettled(InvocationState.PENDING))
                    .isEmpty();
            answer(runtime, pauses.get(0));
        } else if (!run.state().isTerminal()) {
            await(ada.resume(ResumeRequest.of(World.RUN)));
        }
        return run.state().isTerminal();
    }

    private static void answer(HarborRuntime runtime, Pause pause) {
        ResolvedPause resolved = runtime.operator().resolvePause(pause.id(), Resolution.approve("eve"));
        RunHandle run = resolved.run();
        if (run != null) {
            await(run);
        }
    }

    private static void await(RunHandle handle) {
        assertThat(handle.await(World.BOUND)).isNotNull();
    }

    /** What did not happen is done by hand, with the same key, so that every run ends the same. */
    private static void lookAt(Asking asking, Caller ada, Invocation doubt) {
        if (asking.world.effects.countOfKey(doubt.idempotencyKey()) == 0) {
            asking.world.effects.record(new dev.harbor.testkit.Effect(
                    doubt.tool().replace("@v1", ""), doubt.idempotencyKey(), World.RUN, doubt.callId(), 0));
        }
        ada.resolve(World.RUN, doubt.callId(), CallResolution.succeeded("operator"));
    }
}
