package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.policy.Cancellation;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Is a run that was started. Letting go of the handle does not end the run.
 *
 * <p>Thread-safe.
 */
public final class RunHandle {

    private final String runId;
    private final CompletableFuture<RunResult> result;
    private final Cancellation cancellation;

    RunHandle(String runId, CompletableFuture<RunResult> result, Cancellation cancellation) {
        this.runId = runId;
        this.result = result;
        this.cancellation = cancellation;
    }

    /** Returns the id of the run. */
    public String runId() {
        return runId;
    }

    /**
     * Waits for the end of the drive. Blocks.
     *
     * @param most how long to wait
     * @return the result; empty when time was over first, and the run goes on then
     * @throws InterruptedException if the waiting thread is interrupted; the run goes on
     */
    public Optional<RunResult> poll(Duration most) throws InterruptedException {
        try {
            return Optional.of(result.get(most.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a drive does not throw", e.getCause());
        }
    }

    /**
     * Waits for the end of the drive, and gives up when time is over. Blocks. An interrupt ends the waiting and is kept.
     *
     * @param most how long to wait
     * @throws RunNotEnded if time was over first, or the waiting thread was interrupted; the run goes on
     */
    public RunResult await(Duration most) {
        try {
            return poll(most)
                    .orElseThrow(() -> new RunNotEnded(
                            ErrorCode.DEADLINE_EXCEEDED, "run " + runId + " has not ended within " + most));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunNotEnded(ErrorCode.CANCELLED, "waiting for run " + runId + " was interrupted");
        }
    }

    /** Asks the run to stop: nothing new starts, running tools are interrupted. May be called more than once; returns at once. */
    public void cancel(String reason) {
        cancellation.cancel(Objects.requireNonNull(reason, "reason"));
    }

    /** Tells whether the drive has ended. */
    public boolean isDone() {
        return result.isDone();
    }

    /** Returns a stage that completes with the result; completing it from outside changes nothing. */
    public CompletionStage<RunResult> toCompletionStage() {
        return result.minimalCompletionStage();
    }

    /**
     * Says that a run had not ended when somebody stopped waiting for it; the run goes on.
     *
     * <p>Thread-safe.
     */
    public static final class RunNotEnded extends HarborException {

        private static final long serialVersionUID = 1L;

        RunNotEnded(ErrorCode code, String message) {
            super(code, message);
        }
    }
}
