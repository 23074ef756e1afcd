package dev.harbor.runtime;

import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Is a call that runs beside its caller. Letting go of the handle does not end the call.
 *
 * <p>Thread-safe.
 *
 * @param <T> the type of the result
 */
public final class CallHandle<T> {

    private final CompletableFuture<ToolOutcome<T>> outcome;
    private final Cancellation cancellation;

    CallHandle(CompletableFuture<ToolOutcome<T>> outcome, Cancellation cancellation) {
        this.outcome = outcome;
        this.cancellation = cancellation;
    }

    /**
     * Waits for the outcome. Blocks.
     *
     * @param most how long to wait
     * @return the outcome; empty when time was over first, and the call goes on then
     * @throws InterruptedException if the waiting thread is interrupted; the call goes on
     */
    public Optional<ToolOutcome<T>> await(Duration most) throws InterruptedException {
        try {
            return Optional.of(outcome.get(TimeUnit.NANOSECONDS.convert(most), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a dispatch does not throw", e.getCause());
        }
    }

    /** Asks the call to stop. May be called more than once; returns at once. */
    public void cancel(String reason) {
        cancellation.cancel(Objects.requireNonNull(reason, "reason"));
    }

    /** Tells whether the outcome is there. */
    public boolean isDone() {
        return outcome.isDone();
    }

    /** Returns a stage that completes with the outcome; completing it from outside changes nothing. */
    public CompletionStage<ToolOutcome<T>> toCompletionStage() {
        return outcome.minimalCompletionStage();
    }
}
