package dev.harbor.durable;

import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.HarborException;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process dies before or after every record on the way from a tool that asks to its effect, and nothing is done twice or forgotten. */
final class WaitingToolCrashTest {

    private static final int MAX_STEPS = 100;
    private static final int NEVER = Integer.MAX_VALUE;

    private static Planner plan() {
        List<ToolRequest> calls = List.of(
                ToolRequest.of("ask.keyed", Json.of(Map.of("value", 1))),
                ToolRequest.of("ask.read", Json.of(Map.of("value", 1))));
        return script(
                Decision.call("ask.write", Json.of(Map.of("value", 2))),
                new Decision.CallParallel(calls, JoinPolicy.ALL),
                finish());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void process_thatDiesAnywhere_leavesAQuestionAnsweredOnce_orADoubt(boolean after) {
        int appends = live(NEVER, after).world.records(World.RUN).size();
        assertThat(appends).isGreaterThan(20);
        for (int at = 1; at <= appends; at++) {
            Waiting waiting = live(at, after);
            String story = "death at " + at + (after ? " after" : " before") + " " + waiting.world.types(World.RUN);
            waiting.world.effects.assertAtMostOnce();
            assertThat(waiting.world.run(World.RUN).state()).as(story).isEqualTo(RunState.SUCCEEDED);
            assertThat(waiting.world.count("ask.write")).as(story).isEqualTo(1);
            assertThat(waiting.world.count("ask.keyed")).as(story).isEqualTo(1);
            assertNoIntentWithoutAnAnswer(waiting.world.records(World.RUN), story);
        }
    }

    /** Every resumption that was intended has an answer before it, and no answer is used twice. */
    private static void assertNoIntentWithoutAnAnswer(List<JournalRecord> records, String story) {
        int answers = 0;
        int resumptions = 0;
        for (JournalRecord record : records) {
            answers += record.entry().type().equals("pause.resolved") ? 1 : 0;
            boolean isResumption = record.entry().type().equals("call.intended")
                    && record.entry().data().get("resumption").isPresent();
            resumptions += isResumption ? 1 : 0;
            assertThat(resumptions).as(story).isLessThanOrEqualTo(answers);
        }
    }

    private static Waiting live(int deathAt, boolean after) {
        Waiting waiting = new Waiting();
        if (!lives(waiting, MortalJournal.dying(waiting.world.journal, deathAt, after))) {
            waiting.world.passLease();
            assertThat(lives(waiting, MortalJournal.healthy(waiting.world.journal)))
                    .isTrue();
        }
        return waiting;
    }

    /** Does what people do in one process; returns whether the run has ended. */
    private static boolean lives(Waiting waiting, MortalJournal view) {
        try (HarborRuntime runtime = waiting.world.process(view, plan()).build()) {
            for (int i = 0; i < MAX_STEPS && !view.isDead(); i++) {
                if (step(waiting, runtime)) {
                    return true;
                }
            }
        } catch (HarborException e) {
            assertThat(view.isDead()).as(e.toString()).isTrue();
        }
        return false;
    }

    private static boolean step(Waiting waiting, HarborRuntime runtime) {
        Caller ada = runtime.as(World.ADA);
        Run run = ada.run(World.RUN).orElse(null);
        if (run == null) {
            await(ada.start(RunRequest.goal("g").id(World.RUN)));
            return false;
        }
        List<Pause> pauses = ada.pauses();
        if (!run.inDoubt().isEmpty()) {
            run.inDoubt().forEach(doubt -> lookAt(waiting, ada, doubt));
        } else if (run.state() == RunState.WAITING && !pauses.isEmpty()) {
            RunHandle next = runtime.operator()
                    .resolvePause(pauses.get(0).id(), Waiting.ANSWER)
                    .run();
            if (next != null) {
                await(next);
            }
        } else if (!run.state().isTerminal()) {
            await(ada.resume(ResumeRequest.of(World.RUN)));
        }
        return run.state().isTerminal();
    }

    private static void await(RunHandle handle) {
        assertThat(handle.await(World.BOUND)).isNotNull();
    }

    /** What did not happen is done by hand, with the same key, so that every run ends the same. */
    private static void lookAt(Waiting waiting, Caller ada, Invocation doubt) {
        if (waiting.world.effects.countOfKey(doubt.idempotencyKey()) == 0) {
            waiting.world.effects.record(new dev.harbor.testkit.Effect(
                    doubt.tool().replace("@v1", ""), doubt.idempotencyKey(), World.RUN, doubt.callId(), 0));
        }
        ada.resolve(World.RUN, doubt.callId(), CallResolution.succeeded("operator"));
    }
}
