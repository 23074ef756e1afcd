package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.plan.Planner;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import org.junit.jupiter.api.Test;

/** A long run, over several drives: each record costs what it says, and what a planner sees is bounded. Longer with {@code -Dharbor.long.calls=N}. */
final class LongRunTest {

    private static final int CALLS = Integer.getInteger("harbor.long.calls", 3_000);
    private static final BudgetLimits LIMITS = BudgetLimits.builder()
            .maxStepsPerDrive(BudgetLimits.MAX_STEPS_PER_DRIVE)
            .build();

    private final World world = new World();
    private final List<Integer> bytes = new ArrayList<>();

    /** Dies at an append, and measures every one. */
    private final class Scales extends JournalView {

        Scales(Journal durable) {
            super(durable);
        }

        @Override
        public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
            bytes.add(
                    entries.stream().mapToInt(entry -> entry.data().sizeBytes()).sum());
            return super.append(claim, expectedSequence, entries, head);
        }
    }

    /** Pauses before a drive would come to its limit. */
    private static Planner calling() {
        return context -> {
            int step = context.trajectory().size();
            assertThat(context.trajectory().steps()).hasSizeLessThanOrEqualTo(Trajectory.MAX_STEPS);
            return step >= CALLS ? finish() : step % 2000 == 1999 ? World.pause() : call("world.pure");
        };
    }

    @Test
    void run_ofThousandsOfCalls_goesOnAndOn_andItsLastRecordsCostWhatTheFirstDid() {
        RunResult result = world.start(new Scales(world.journal), calling(), request -> request.limits(LIMITS));
        while (result.state() == RunState.WAITING) {
            result = world.resume(
                    new Scales(world.journal), calling(), request -> request.input(dev.harbor.json.Json.of("on")));
        }
        assertThat(result.isSuccess()).isTrue();
        assertThat(result.trajectory().size()).isEqualTo(CALLS + 1);
        assertThat(result.trajectory().steps()).hasSize(Trajectory.MAX_STEPS);
        assertThat(result.trajectory().dropped()).isEqualTo(CALLS + 1 - Trajectory.MAX_STEPS);
        assertThat(world.records(World.RUN)).hasSizeLessThan(3 * CALLS + 50);
        assertThat(largest(0, 3000).getMax())
                .isGreaterThan(largest(bytes.size() - 3000, bytes.size()).getMax() - 64);
        assertThat(largest(0, bytes.size()).getMax()).isLessThan(4096);
        world.effects.assertAtMostOnce();
    }

    private LongSummaryStatistics largest(int from, int to) {
        return bytes.subList(from, to).stream().mapToLong(Integer::longValue).summaryStatistics();
    }
}
