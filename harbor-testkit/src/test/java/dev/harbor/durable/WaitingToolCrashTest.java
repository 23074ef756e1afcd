package dev.harbor.durable;

import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.history.RunFold;
import dev.harbor.history.RunStore;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.RunState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process dies before or after every record on the way from a tool that asks to its effect, and nothing is done twice or forgotten. */
final class WaitingToolCrashTest {

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
        int appends = live(MortalRun.NEVER, after).world.records(World.RUN).size();
        assertThat(appends).isGreaterThan(20);
        for (int at = 1; at <= appends; at++) {
            Waiting waiting = live(at, after);
            String story = "death at " + at + (after ? " after" : " before") + " " + waiting.world.types(World.RUN);
            waiting.world.effects.assertAtMostOnce();
            assertThat(waiting.world.run(World.RUN).state()).as(story).isEqualTo(RunState.SUCCEEDED);
            assertThat(waiting.world.count("ask.write")).as(story).isEqualTo(1);
            assertThat(waiting.world.count("ask.keyed")).as(story).isEqualTo(1);
            assertHeadTells(waiting.world, story);
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

    /** What the head of a stream says is worked out with each append, and what the records come to when they are read. */
    static void assertHeadTells(World world, String story) {
        Map<String, String> keys =
                world.journal.info("run/" + World.RUN).orElseThrow().head().keys();
        List<RunFold> runs = world.history(World.RUN).runs().stream().toList();
        assertThat(keys.containsKey(RunStore.ABANDONED))
                .as(story)
                .isEqualTo(runs.stream().anyMatch(run -> !run.abandoned().isEmpty()));
        assertThat(keys.containsKey(RunStore.PAUSES))
                .as(story)
                .isEqualTo(runs.stream().anyMatch(run -> !run.openPauses().isEmpty()));
    }

    private static Waiting live(int deathAt, boolean after) {
        Waiting waiting = new Waiting();
        new MortalRun(waiting.world, plan(), Waiting.ANSWER).live(deathAt, after);
        return waiting;
    }
}
