package dev.harbor.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Trajectory;
import dev.harbor.plan.Trajectory.Step;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is kept of a long run, beside the trajectory that is copied with each step. */
final class KeptStepsTest {

    private static final int STEPS = 3_000;

    private static Step step(int number, int bytes) {
        return new Step(
                Decision.finish(Json.of(number)),
                List.of(new Observation("c" + number, "tool", "succeeded", Json.of("x".repeat(bytes)))));
    }

    @Test
    void steps_thatAreKept_areThoseOfTheTrajectory() {
        Random random = new Random(7);
        KeptSteps kept = new KeptSteps();
        Trajectory copied = Trajectory.EMPTY;
        for (int i = 0; i < STEPS; i++) {
            Step next = step(i, random.nextInt(200) == 0 ? (3 << 20) + random.nextInt(6 << 20) : random.nextInt(2_000));
            boolean replaces = i > 0 && random.nextInt(5) == 0;
            copied = replaces ? copied.withLast(next) : copied.plus(next);
            if (replaces) {
                kept.replaceLast(next);
            } else {
                kept.add(next);
            }
            assertThat(kept.last()).isEqualTo(copied.last());
            if (i % 97 == 0) {
                assertThat(kept.trajectory().steps()).hasSameSizeAs(copied.steps());
                assertThat(kept.trajectory()).isEqualTo(copied);
            }
        }
        assertThat(copied.dropped()).isPositive();
        assertThat(kept.trajectory()).isEqualTo(copied);
    }

    @Test
    void steps_thatAreSmall_areTheNewest() {
        KeptSteps kept = new KeptSteps();
        for (int i = 0; i < Trajectory.MAX_STEPS + 10; i++) {
            kept.add(step(i, 1));
        }
        assertThat(kept.trajectory().steps()).hasSize(Trajectory.MAX_STEPS);
        assertThat(kept.trajectory().dropped()).isEqualTo(10);
        assertThat(kept.trajectory()).isSameAs(kept.trajectory());
    }
}
