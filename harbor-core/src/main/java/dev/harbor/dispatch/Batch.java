package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolOutcome;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Makes several calls of one turn. Calls that may be repeated run in parallel up to a bound; every other call runs alone and in its place, so that what
 * was asked for after a write sees the write. There is one outcome for each call, in the order of the calls, whatever happened to the others, and nothing
 * runs on when the batch has ended.
 */
public final class Batch {

    private final Executor branches;
    private final int maxParallel;

    /**
     * Creates a maker of batches.
     *
     * @param branches runs what goes beside the caller; may refuse, and the caller does the work then
     * @param maxParallel how many calls run at once at most, 1 or more
     */
    public Batch(Executor branches, int maxParallel) {
        this.branches = branches;
        this.maxParallel = maxParallel;
    }

    /**
     * Makes the calls and waits for them.
     *
     * @param count how many calls there are
     * @param isRepeatable whether a call may run beside others
     * @param cancellation ends calls that the join rule needs no more; given to every call
     * @param call makes one call and never throws
     */
    public List<ToolOutcome<Json>> run(
            int count,
            IntPredicate isRepeatable,
            JoinPolicy join,
            Cancellation cancellation,
            IntFunction<ToolOutcome<Json>> call) {
        Work work = new Work(count, join, cancellation, call);
        int from = 0;
        while (from < count) {
            int to = from;
            while (to < count && isRepeatable.test(to)) {
                to++;
            }
            to = Math.max(to, from + 1);
            runTogether(work, from, to);
            from = to;
        }
        return work.outcomes();
    }

    private void runTogether(Work work, int from, int to) {
        AtomicInteger next = new AtomicInteger(from);
        Phaser running = new Phaser(1);
        for (int helper = 1; helper < Math.min(maxParallel, to - from); helper++) {
            running.register();
            if (!start(() -> help(work, next, to, running))) {
                running.arriveAndDeregister();
                break;
            }
        }
        work.drain(next, to);
        running.awaitAdvance(running.arrive());
    }

    private static void help(Work work, AtomicInteger next, int to, Phaser running) {
        try {
            work.drain(next, to);
        } finally {
            running.arriveAndDeregister();
        }
    }

    private boolean start(Runnable branch) {
        try {
            branches.execute(branch);
            return true;
        } catch (RejectedExecutionException busy) {
            return false;
        }
    }

    /** Is what the branches of one batch share. */
    private static final class Work {

        private final AtomicReferenceArray<ToolOutcome<Json>> outcomes;
        private final AtomicInteger successes = new AtomicInteger();
        private final JoinPolicy join;
        private final Cancellation cancellation;
        private final IntFunction<ToolOutcome<Json>> call;

        Work(int count, JoinPolicy join, Cancellation cancellation, IntFunction<ToolOutcome<Json>> call) {
            this.outcomes = new AtomicReferenceArray<>(count);
            this.join = join;
            this.cancellation = cancellation;
            this.call = call;
        }

        void drain(AtomicInteger next, int to) {
            for (int i = next.getAndIncrement(); i < to; i = next.getAndIncrement()) {
                ToolOutcome<Json> outcome = call.apply(i);
                outcomes.set(i, outcome);
                if (outcome.isSuccess() && isEnough(successes.incrementAndGet())) {
                    cancellation.cancel("enough of the parallel calls have succeeded");
                }
            }
        }

        private boolean isEnough(int sofar) {
            return switch (join.kind()) {
                case ALL -> false;
                case FIRST_SUCCESS -> sofar >= 1;
                case AT_LEAST -> sofar >= join.count();
            };
        }

        List<ToolOutcome<Json>> outcomes() {
            return java.util.stream.IntStream.range(0, outcomes.length())
                    .mapToObj(outcomes::get)
                    .toList();
        }
    }
}
