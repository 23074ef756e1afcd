package dev.harbor.dispatch;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.Cancellation;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes the attempts of one call. Confined to the thread of the caller. */
final class RetryLoop<I, O> {

    /** How long a tool may ask to wait when the call has no deadline. */
    private static final long LONGEST_RETRY_AFTER = Duration.ofMinutes(5).toNanos();

    final AttemptShell shell;
    final ShellServices services;
    final ToolInvoker<I, O> invoker;
    final I input;
    final ShellCall call;
    final BulkheadGate.@Nullable Permit permit;

    private long now;
    private final long deadline;
    private int attempts;
    private @Nullable ToolError last;
    /** Whether an attempt may have had its effect, and no later answer settled it. */
    private boolean inDoubt;

    RetryLoop(
            AttemptShell shell,
            ToolInvoker<I, O> invoker,
            I input,
            ShellCall call,
            BulkheadGate.@Nullable Permit permit) {
        this.shell = shell;
        this.services = shell.services;
        this.invoker = invoker;
        this.input = input;
        this.call = call;
        this.permit = permit;
        this.now = services.nanoTime().getAsLong();
        this.deadline = Nanos.sooner(now, call.deadlineNanos(), Nanos.after(now, shell.deadlineNanos));
    }

    ShellResult<O> run() {
        ShellResult<O> result = null;
        while (result == null) {
            result = pass();
            if (result == null) {
                result = attempt();
            }
        }
        return result;
    }

    /** Returns null when an attempt may be made; its breaker permission is taken then. */
    private @Nullable ShellResult<O> pass() {
        ShellResult<O> stop = stopped();
        if (stop != null || shell.rate.isNone()) {
            return stop != null ? stop : passBreaker();
        }
        long wait = shell.rate.reserve(Math.min(Nanos.until(now, deadline), shell.timeoutNanos));
        if (wait == RateGate.REFUSED) {
            return refused(ShellErrors.rateLimited());
        }
        if (wait > 0) {
            services.await(now + wait, call.cancellation());
            tick();
            stop = stopped();
        }
        return stop != null ? stop : passBreaker();
    }

    private @Nullable ShellResult<O> passBreaker() {
        return shell.breaker.tryAcquire() ? null : refused(ShellErrors.circuitOpen());
    }

    /** Returns how the call ends if it may not go on, whatever the tool would say. */
    private @Nullable ShellResult<O> stopped() {
        if (Thread.currentThread().isInterrupted()) {
            return cancelled(AttemptShell.INTERRUPTED);
        }
        if (call.cancellation().isCancelled()) {
            return cancelled(String.valueOf(call.cancellation().reason()));
        }
        if (Nanos.until(now, deadline) > 0) {
            return null;
        }
        ToolError error = last;
        return error == null ? refused(ShellErrors.deadline(true, null)) : failed(error, false);
    }

    private @Nullable ShellResult<O> attempt() {
        long started = now;
        long limit = Nanos.sooner(now, deadline, Nanos.after(now, shell.timeoutNanos));
        Cancellation cancellation = call.cancellation().child();
        Attempt<O> attempt;
        Ending ending;
        try {
            ToolContext context = call.context(attempts + 1, limit, cancellation);
            if (shell.onWorker && !call.nested()) {
                WorkerAttempt<I, O> elsewhere = new WorkerAttempt<>(this, context, limit, cancellation);
                attempt = elsewhere;
                ending = elsewhere.await();
            } else {
                CallerAttempt<O> here = new CallerAttempt<>(limit, call.cancellation(), cancellation);
                attempt = here;
                ending = here.invoke(invoker, input, context, services.scanner());
            }
        } catch (Throwable thrown) {
            shell.breaker.release();
            throw thrown;
        }
        tick();
        return ending == Ending.NOT_STARTED
                ? notStarted()
                : settle(attempt, ending, limit, cancellation, now - started);
    }

    private @Nullable ShellResult<O> notStarted() {
        shell.breaker.release();
        ShellResult<O> stop = stopped();
        return stop != null ? stop : refused(ShellErrors.noWorker());
    }

    private @Nullable ShellResult<O> settle(
            Attempt<O> attempt, Ending ending, long limit, Cancellation cancellation, long elapsed) {
        attempts++;
        ToolOutput<O> output = attempt.output();
        if (output != null && (ending == Ending.ANSWERED || !shell.replayable)) {
            shell.breaker.answered(elapsed);
            call.attempted(attempts, null, elapsed);
            return new ShellResult.Done<>(output, attempts);
        }
        Throwable thrown = attempt.thrown();
        boolean answered = ending == Ending.ANSWERED || isLastWord(thrown);
        String reason = ending == Ending.INTERRUPTED ? AttemptShell.INTERRUPTED : String.valueOf(cancellation.reason());
        ToolError error = answered ? said(thrown) : cutOff(ending, limit, reason, thrown);
        tellBreaker(error, answered, thrown, elapsed);
        call.attempted(attempts, error, elapsed);
        weighDoubt(error, thrown);
        last = error;
        return error.code().equals(ErrorCode.CANCELLED) && !answered ? cancelled(reason) : failedOrAgain(error, thrown);
    }

    /** A tool with effects that was cut off may still have said in time how it ended, and that is worth more than doubt. */
    private boolean isLastWord(@Nullable Throwable thrown) {
        return !shell.replayable && services.failures().isAnswer(thrown);
    }

    private ToolError said(@Nullable Throwable thrown) {
        return thrown == null ? ShellErrors.noOutput() : services.failures().map(thrown, shell.replayable);
    }

    private ToolError cutOff(Ending ending, long limit, String reason, @Nullable Throwable thrown) {
        if (ending != Ending.TIME_OVER) {
            return ShellErrors.cancelled(reason, shell.replayable, thrown);
        }
        return limit == deadline
                ? ShellErrors.deadline(shell.replayable, thrown)
                : ShellErrors.timeout(shell.timeout, shell.replayable, thrown);
    }

    /** The breaker learns whether the tool answers; a dying virtual machine and an impatient caller say nothing about that. */
    private void tellBreaker(ToolError error, boolean answered, @Nullable Throwable thrown, long elapsed) {
        if (error.code().equals(ErrorCode.TOOL_FATAL) || (!answered && error.errorClass() != ErrorClass.TIMEOUT)) {
            shell.breaker.release();
        } else if (error.errorClass() == ErrorClass.PERMANENT && isAnswer(thrown)) {
            shell.breaker.answered(elapsed);
        } else {
            shell.breaker.failed(elapsed);
        }
    }

    /** Only the tool's final word about the same work settles what an earlier attempt may have done. */
    private void weighDoubt(ToolError error, @Nullable Throwable thrown) {
        if (!error.outcomeKnown()) {
            inDoubt = true;
        } else if (error.errorClass() == ErrorClass.PERMANENT && isAnswer(thrown)) {
            inDoubt = false;
        }
    }

    private boolean isAnswer(@Nullable Throwable thrown) {
        return thrown == null || services.failures().isAnswer(thrown);
    }

    private @Nullable ShellResult<O> failedOrAgain(ToolError error, @Nullable Throwable thrown) {
        if (shell.maxAttempts == 1 || !shell.retryOn.allows(error.errorClass())) {
            return failed(error, false);
        }
        if (attempts == shell.maxAttempts) {
            return failed(ShellErrors.exhausted(error, attempts), true);
        }
        long backoff = Nanos.of(shell.backoff.delay(attempts, services.jitter().getAsDouble()));
        long asked = Nanos.of(services.failures().retryAfter(thrown));
        if (!fits(backoff, asked)) {
            return failed(error, false);
        }
        services.await(now + Math.max(backoff, asked), call.cancellation());
        tick();
        return null;
    }

    private boolean fits(long backoff, long asked) {
        return deadline == Long.MAX_VALUE
                ? asked <= Math.max(backoff, LONGEST_RETRY_AFTER)
                : Math.max(backoff, asked) < Nanos.until(now, deadline);
    }

    private void tick() {
        now = services.nanoTime().getAsLong();
    }

    private ShellResult<O> failed(ToolError error, boolean exhausted) {
        return inDoubt
                ? new ShellResult.Unknown<>(ShellErrors.inDoubt(error), attempts)
                : new ShellResult.Failed<>(error, attempts, exhausted);
    }

    /** A refusal hides what the attempts before it met, so it takes their cause along. */
    private ShellResult<O> refused(ToolError error) {
        ToolError before = last;
        Throwable cause = before == null ? null : before.cause();
        return failed(
                new ToolError(
                        error.code(),
                        error.errorClass(),
                        error.message(),
                        error.violations(),
                        error.outcomeKnown(),
                        cause),
                false);
    }

    private ShellResult<O> cancelled(String reason) {
        return inDoubt
                ? new ShellResult.Unknown<>(
                        ShellErrors.cancelled(reason, false, last == null ? null : last.cause()), attempts)
                : new ShellResult.Cancelled<>(reason, attempts);
    }
}
