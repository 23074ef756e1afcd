package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process dies before or after every record on the way from a question over its answer to the call, and nothing is done twice or without an approval. */
final class PauseCrashTest {

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
        int appends = live(MortalRun.NEVER, after).world.records(World.RUN).size();
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
        new MortalRun(asking.world, plan(), Resolution.approve("eve")).live(deathAt, after);
        return asking;
    }
}
