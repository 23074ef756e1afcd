package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScriptedPlannerTest {

    private static final Decision READ = Decision.call("files.read", Json.EMPTY_OBJECT);
    private static final Decision END = Decision.finish(Json.EMPTY_OBJECT);
    private static final Observation SEEN = new Observation("call-1", "files.read", "succeeded", Json.EMPTY_OBJECT);

    private final FakePlanContext start = FakePlanContext.builder("goal").build();
    private final FakePlanContext second = start.after(READ, SEEN);

    @Test
    void script_ofDecisions_isReadByTheTrajectory() throws Exception {
        ScriptedPlanner planner = ScriptedPlanner.of(READ, END);

        assertThat(planner.next(start)).isEqualTo(READ);
        assertThat(planner.next(start)).isEqualTo(READ);
        assertThat(planner.next(second)).isEqualTo(END);
        assertThat(ScriptedPlanner.of(READ, END).next(second))
                .as("after a restart")
                .isEqualTo(END);
    }

    @Test
    void script_runOut_failsLoudlyAndSaysWhatWasSeen() {
        ScriptedPlanner planner = ScriptedPlanner.of(READ);

        assertThatIllegalStateException()
                .isThrownBy(() -> planner.next(second))
                .withMessageContaining("no decision left")
                .withMessageContaining(start.runId())
                .withMessageContaining("number 2 of 1")
                .withMessageContaining("files.read");
        assertThat(planner.contexts()).hasSize(1);
    }

    @Test
    void script_used_canBeCheckedForLeftovers() throws Exception {
        ScriptedPlanner planner = ScriptedPlanner.of(READ, END);
        assertThat(planner.remaining()).isEqualTo(2);
        planner.next(start);

        assertThat(planner.remaining()).isEqualTo(1);
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(planner::assertUsedUp)
                .withMessageContaining("1 of 2");
        planner.next(second);
        planner.assertUsedUp();
        assertThat(planner.remaining()).isZero();
    }

    @Test
    void function_ofContext_decidesAndIsRemembered() throws Exception {
        ScriptedPlanner planner =
                ScriptedPlanner.deciding(context -> context.trajectory().size() == 0 ? READ : END);

        assertThat(planner.next(start)).isEqualTo(READ);
        assertThat(planner.next(second)).isEqualTo(END);
        assertThat(planner.contexts())
                .extracting(context -> context.trajectory().size())
                .containsExactly(0, 1);
        planner.assertUsedUp();
        assertThat(planner.remaining()).isZero();
    }

    @Test
    void function_thatThrows_throws() {
        ScriptedPlanner planner = ScriptedPlanner.deciding(context -> {
            throw new java.io.IOException("no idea");
        });

        assertThatExceptionOfType(java.io.IOException.class).isThrownBy(() -> planner.next(start));
        assertThat(planner.contexts()).hasSize(1);
    }

    @Test
    void contexts_seen_areCopiesOfTheMoment() throws Exception {
        ScriptedPlanner planner = ScriptedPlanner.of(READ, END);
        planner.next(start);
        planner.next(second);

        List<PlanContext> seen = planner.contexts(start.runId());
        assertThat(seen).hasSize(2);
        assertThat(seen.get(0).trajectory().size()).isZero();
        assertThat(seen.get(1).trajectory().lastObservation()).contains(SEEN);
        assertThat(planner.contexts("another run")).isEmpty();
    }

    @Test
    void awaitTurns_ofPlannerOnAnotherThread_waits() throws Exception {
        ScriptedPlanner planner = ScriptedPlanner.of(READ, END);
        Bounded<Boolean> waiting = Bounded.start(() -> {
            planner.awaitTurns(2);
            return true;
        });
        planner.next(start);
        assertThat(waiting.isOver()).isFalse();
        planner.next(second);

        assertThat(waiting.end()).isTrue();
    }

    @Test
    void planner_ofNull_isRefused() {
        assertThatNullPointerException().isThrownBy(() -> ScriptedPlanner.deciding(Nothing.of()));
        assertThatNullPointerException().isThrownBy(() -> ScriptedPlanner.of(READ, Nothing.of()));
    }
}
