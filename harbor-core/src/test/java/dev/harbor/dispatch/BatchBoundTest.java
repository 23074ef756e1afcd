package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.CallInfo;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many calls of a batch run at once: as many as the bound allows, and never one more. */
final class BatchBoundTest {

    private static final int CALLS = 12;

    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger branches = new AtomicInteger();

    private ToolOutcome<Json> call(int number, CyclicBarrier together) {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            together.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("call " + number + " has waited in vain for others beside it", e);
        } finally {
            running.decrementAndGet();
        }
        return new ToolOutcome.Cancelled<>(new CallInfo("c" + number, "t", 0, Duration.ZERO), "");
    }

    private List<ToolOutcome<Json>> run(int bound, boolean repeatable, CyclicBarrier together) {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Batch batch = new Batch(
                    branch -> {
                        branches.incrementAndGet();
                        threads.execute(branch);
                    },
                    bound);
            return batch.run(
                    CALLS, call -> repeatable, JoinPolicy.ALL, Cancellation.create(), call -> call(call, together));
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 12})
    void callsThatMayBeRepeated_runTogether_upToTheBoundAndNoFurther(int bound) {
        assertThat(run(bound, true, new CyclicBarrier(bound))).hasSize(CALLS).doesNotContainNull();
        assertThat(most).as("at once").hasValue(bound);
        assertThat(branches).as("threads beside the caller's own").hasValue(bound - 1);
    }

    @Test
    void callsThatMayNotBeRepeated_runAlone_whateverTheBound() {
        assertThat(run(CALLS, false, new CyclicBarrier(1))).hasSize(CALLS).doesNotContainNull();
        assertThat(most).hasValue(1);
        assertThat(branches).hasValue(0);
    }
}
