package dev.harbor.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A trajectory is bounded, and what it holds is whole. */
final class TrajectoryTest {

    private static final Decision CALL = Decision.call("t", Json.EMPTY_OBJECT);

    private static Trajectory.Step step(String callId, int bytes) {
        Json content = Json.string("x".repeat(bytes - 2));
        return new Trajectory.Step(CALL, List.of(new Observation(callId, "t", "succeeded", content)));
    }

    @Test
    void newestStep_largerThanTheBound_isKeptWhole_andAlone() {
        Trajectory.Step small = step("c1", 100);
        Trajectory.Step huge = step("c2", (int) Trajectory.MAX_BYTES + 1);
        Trajectory trajectory = Trajectory.EMPTY.plus(small).plus(huge);
        assertThat(trajectory.steps()).containsExactly(huge);
        assertThat(trajectory.dropped()).isEqualTo(1);
        assertThat(trajectory.size()).isEqualTo(2);
        assertThat(trajectory.plus(small).steps()).containsExactly(small);
    }

    @Test
    void steps_upToTheBoundInBytes_areKept_andOneByteMoreDropsTheOldest() {
        int half = (int) Trajectory.MAX_BYTES / 2;
        Trajectory full = Trajectory.EMPTY.plus(step("c1", half)).plus(step("c2", half));
        assertThat(full.steps()).hasSize(2);
        assertThat(full.withLast(step("c2", half + 1)).steps()).hasSize(1);
    }

    @Test
    void steps_overTheBoundInNumber_areDropped_oldestFirst() {
        Trajectory trajectory = Trajectory.EMPTY;
        for (int i = 1; i <= Trajectory.MAX_STEPS + 2; i++) {
            trajectory = trajectory.plus(step("c" + i, 10));
        }
        assertThat(trajectory.steps()).hasSize(Trajectory.MAX_STEPS);
        assertThat(trajectory.steps().get(0).observations().get(0).callId()).isEqualTo("c3");
        assertThat(trajectory.dropped()).isEqualTo(2);
    }
}
