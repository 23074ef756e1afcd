package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.event.EventSink;
import dev.harbor.identity.RunIdentity;
import dev.harbor.run.RunState;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is a run that was started. Letting go of the handle does not end the run.
 *
 * <p>Thread-safe.
 */
public final class RunHandle {

    static final String CANCELLED = "cancelled";
    static final String PAUSED = "paused";

    private static final Logger LOG = LoggerFactory.getLogger(HarborRuntime.class);
    private static final long GRACE_MILLIS = 500;

    private final CompletableFuture<RunResult> result = new CompletableFuture<>();
    private final RunIdentity run;
    private final RunSignals signals;
    private final Runs runs;

    RunHandle(RunIdentity run, RunSignals signals, Runs runs) {
        this.run = run;
        this.signals = signals;
        this.runs = runs;
    }

    CompletableFuture<RunResult> result() {
        return result;
    }

    void ended(RunResult how) {
        result.complete(how);
    }

    /** Returns the id of the run. */
    public String runId() {
        return run.runId();
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
            return Optional.of(result.get(TimeUnit.NANOSECONDS.convert(most), TimeUnit.NANOSECONDS));
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
                            ErrorCode.DEADLINE_EXCEEDED, "run " + runId() + " has not ended within " + most));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunNotEnded(ErrorCode.CANCELLED, "waiting for run " + runId() + " was interrupted");
        }
    }

    /**
     * Asks the run to stop: nothing new starts, running tools are interrupted. A write that was going on is in doubt then, and the run waits. A tool that holds
     * the thread of the run and ignores everything is left behind: the run is closed without it, and what it still wants to record is refused. A run that waits
     * for a person or an event is cancelled too, although its drive has ended. May be called more than once; returns at once.
     */
    public void cancel(String reason) {
        Objects.requireNonNull(reason, "reason");
        if (signals.cancellation().cancel(reason) && !isOver()) {
            try {
                runs.parts().drivers().execute(() -> closeIfStuck(reason));
            } catch (RejectedExecutionException e) {
                LOG.warn("no thread is free to see whether run {} ends", runId());
            }
        }
    }

    private boolean isOver() {
        return result.isCompletedExceptionally()
                || (result.isDone() && result.join().state().isTerminal());
    }

    /** Lets the run be left as it is before its next decision, because the runtime closes. */
    void leave() {
        signals.leave();
    }

    /** Interrupts what the run still does, because the runtime can't wait any longer; the run is left all the same. */
    void interrupt() {
        signals.leave();
        signals.cancellation().cancel("the runtime is closing");
    }

    private void closeIfStuck(String reason) {
        try {
            RunResult ended = result.get(GRACE_MILLIS, TimeUnit.MILLISECONDS);
            if (ended.state() == RunState.WAITING) {
                runs.cancelWaiting(run, reason);
            }
        } catch (TimeoutException e) {
            runs.closeStuck(this, run, reason);
        } catch (ExecutionException e) {
            LOG.debug("run {} died while it was being cancelled", runId(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks the run to wait before its next decision; {@link Caller#resume(ResumeRequest)} lets it go on. What it does at the moment goes on. Returns at once. */
    public void pause(String why) {
        signals.pause(Objects.requireNonNull(why, "why"));
    }

    /**
     * Lets a listener hear what this run and its child runs do from now on, until the drive ends. It hears it as it happens, on the thread that does it, and
     * must be quick; what it throws is reported and ignored.
     */
    public void listen(EventSink listener) {
        Objects.requireNonNull(listener, "listener");
        Runnable forget = runs.parts().runEvents().listen(run.runId(), listener);
        forgetWhenEnded(forget);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the run's own future is kept; what comes back here ends with it
    private void forgetWhenEnded(Runnable forget) {
        result.whenComplete((ended, failure) -> forget.run());
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
