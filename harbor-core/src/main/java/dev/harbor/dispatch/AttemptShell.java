package dev.harbor.dispatch;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.RetryOn;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolSuspended;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs the attempts of a tool's calls under its policy: {@code bulkhead(retry(rate limit(breaker(timeout(invoke)))))}. Composed once for a tool and shared
 * by all its calls.
 *
 * <p>Thread-safe.
 */
final class AttemptShell {

    static final String INTERRUPTED = "the thread of the caller was interrupted";

    /** How long a tool may ask to wait when the call has no deadline. */
    private static final long LONGEST_RETRY_AFTER = Duration.ofMinutes(5).toNanos();

    final ShellServices services;
    final boolean replayable;
    private final boolean mayWait;
    private final boolean onWorker;
    private final int maxAttempts;
    private final Backoff backoff;
    private final RetryOn retryOn;
    private final Duration timeout;
    private final long timeoutNanos;
    private final long deadlineNanos;
    private final @Nullable BulkheadGate bulkhead;
    private final RateGate rate;
    private final BreakerGate breaker;

    private AttemptShell(
            ToolDefinition definition, ToolPolicy policy, boolean replayable, boolean mayWait, ShellServices services) {
        String name = definition.id().toString();
        boolean pure = definition.effect() == SideEffect.PURE;
        this.services = services;
        this.replayable = replayable;
        this.mayWait = mayWait;
        this.onWorker = isOnWorker(definition, policy.isolation());
        this.maxAttempts = definition.isRepeatable() ? policy.maxAttempts() : 1;
        this.backoff = policy.backoff();
        this.retryOn = policy.retryOn();
        this.timeout = policy.timeout().orElse(Duration.ZERO);
        this.timeoutNanos = policy.timeout().map(Nanos::of).orElse(Long.MAX_VALUE);
        this.deadlineNanos = policy.deadline().map(Nanos::of).orElse(Long.MAX_VALUE);
        this.bulkhead = policy.maxConcurrentCalls().isEmpty()
                ? null
                : new BulkheadGate(name, policy.maxConcurrentCalls().getAsInt());
        this.rate = policy.rateLimit()
                .map(limit -> RateGate.of(limit, services.nanoTime().getAsLong()))
                .orElseGet(RateGate::none);
        this.breaker = policy.breaker()
                .filter(any -> !pure || policy.isBreakerSet())
                .map(settings -> BreakerGate.of(name, settings, services.nanoTime()))
                .orElseGet(BreakerGate::none);
    }

    private static boolean isOnWorker(ToolDefinition definition, Isolation isolation) {
        return switch (isolation) {
            case CALLER -> false;
            case WORKER -> true;
            case AUTO -> definition.effect() != SideEffect.PURE || !definition.isInProcess();
        };
    }

    /** Composes the shell of a tool from its whole policy, in which what is not set has its default. */
    static AttemptShell of(ToolDefinition definition, ToolPolicy effective, ShellServices services) {
        return new AttemptShell(definition, effective, definition.effect().isReplayable(), true, services);
    }

    /** Composes the shell for reading what a tool has answered: one attempt where the tool runs and as long, with no effect that could be in doubt. */
    static AttemptShell ofBlocks(ToolDefinition definition, ToolPolicy effective, ShellServices services) {
        ToolPolicy once = effective.toBuilder()
                .noRetry()
                .noBreaker()
                .noBulkhead()
                .noRateLimit()
                .noDeadline()
                .build();
        return new AttemptShell(definition, once, true, false, services);
    }

    /** Invokes the tool as often as its policy allows and needs. Blocks; never throws for what the tool does. */
    <I, O> ShellResult<O> run(ToolInvoker<I, O> invoker, I input, ShellCall call) {
        if (bulkhead == null) {
            return retry(invoker, input, call, null);
        }
        if (!bulkhead.tryEnter()) {
            return Thread.currentThread().isInterrupted()
                    ? Past.NONE.cancelled(INTERRUPTED)
                    : Past.NONE.refused(ShellErrors.bulkheadFull(bulkhead.calls()));
        }
        return isOnWorker(call) ? shared(bulkhead, invoker, input, call) : alone(bulkhead, invoker, input, call);
    }

    private <I, O> ShellResult<O> alone(BulkheadGate entered, ToolInvoker<I, O> invoker, I input, ShellCall call) {
        try {
            return retry(invoker, input, call, null);
        } finally {
            entered.leave();
        }
    }

    private <I, O> ShellResult<O> shared(BulkheadGate entered, ToolInvoker<I, O> invoker, I input, ShellCall call) {
        BulkheadGate.Permit permit = entered.shared();
        try {
            return retry(invoker, input, call, permit);
        } finally {
            permit.release();
        }
    }

    private boolean isOnWorker(ShellCall call) {
        return onWorker && !call.nested();
    }

    private <I, O> ShellResult<O> retry(
            ToolInvoker<I, O> invoker, I input, ShellCall call, BulkheadGate.@Nullable Permit permit) {
        long now = now();
        long deadline = Nanos.sooner(now, call.deadlineNanos(), Nanos.after(now, deadlineNanos));
        Past past = Past.NONE;
        while (true) {
            ShellResult<O> stop = stopped(call, past, now, deadline);
            long turn = stop == null ? rate.reserve(now, Math.min(Nanos.until(now, deadline), timeoutNanos)) : 0;
            if (turn != 0) {
                stop = awaitTurn(turn, call, past, now, deadline);
                now = now();
            }
            if (stop != null) {
                return stop;
            }
            if (!breaker.tryAcquire()) {
                return past.refused(ShellErrors.circuitOpen());
            }
            long limit = Nanos.sooner(now, deadline, Nanos.after(now, timeoutNanos));
            Attempt<O> attempt = invoke(invoker, input, call, permit, past.attempts() + 1, limit);
            long ended = now();
            if (attempt.ending() == Ending.NOT_STARTED) {
                return notStarted(call, past, ended, deadline);
            }
            if (isDone(attempt)) {
                return done(attempt, call, past, ended - now);
            }
            ToolSuspended waits = suspension(attempt);
            if (waits != null) {
                return suspended(waits, call, past, ended - now);
            }
            past = failed(attempt, call, past, limit == deadline, ended - now);
            stop = goOn(attempt, call, past, ended, deadline);
            if (stop != null) {
                return stop;
            }
            now = now();
        }
    }

    private <O> @Nullable ShellResult<O> awaitTurn(long wait, ShellCall call, Past past, long now, long deadline) {
        if (wait == RateGate.REFUSED) {
            return past.refused(ShellErrors.rateLimited());
        }
        services.await(now + wait, call.cancellation());
        return stopped(call, past, now(), deadline);
    }

    /** Returns how the call ends if it may not go on, whatever the tool would say. */
    private static <O> @Nullable ShellResult<O> stopped(ShellCall call, Past past, long now, long deadline) {
        if (Thread.currentThread().isInterrupted()) {
            return past.cancelled(INTERRUPTED);
        }
        if (call.cancellation().isCancelled()) {
            return past.cancelled(String.valueOf(call.cancellation().reason()));
        }
        if (Nanos.until(now, deadline) > 0) {
            return null;
        }
        ToolError last = past.last();
        return past.failed(last == null ? ShellErrors.deadline(true, null) : last, false);
    }

    private <I, O> Attempt<O> invoke(
            ToolInvoker<I, O> invoker,
            I input,
            ShellCall call,
            BulkheadGate.@Nullable Permit permit,
            int number,
            long limit) {
        try {
            if (isOnWorker(call)) {
                WorkerAttempt<I, O> attempt = new WorkerAttempt<>(this, invoker, input, call, permit, number, limit);
                attempt.await();
                return attempt;
            }
            CallerAttempt<O> attempt = new CallerAttempt<>(limit, call.cancellation());
            attempt.run(services.scanner(), invoker, input, call.context(number, limit, attempt));
            return attempt;
        } catch (Throwable thrown) {
            breaker.release();
            throw thrown;
        }
    }

    private <O> ShellResult<O> notStarted(ShellCall call, Past past, long now, long deadline) {
        breaker.release();
        ShellResult<O> stop = stopped(call, past, now, deadline);
        return stop != null ? stop : past.refused(ShellErrors.noWorker());
    }

    /** An answer of a tool with effects holds even if it comes too late, as long as somebody is there to hear it. */
    private boolean isDone(Attempt<?> attempt) {
        return attempt.output() != null && (attempt.ending() == Ending.ANSWERED || !replayable);
    }

    private <O> ShellResult<O> done(Attempt<O> attempt, ShellCall call, Past past, long elapsed) {
        int number = past.attempts() + 1;
        breaker.answered(elapsed);
        call.attempted(number, null, elapsed);
        return new ShellResult.Done<>(Objects.requireNonNull(attempt.output()), number);
    }

    private @Nullable ToolSuspended suspension(Attempt<?> attempt) {
        return mayWait && hasLastWord(attempt) ? services.failures().suspension(attempt.thrown()) : null;
    }

    /** That a tool waits is its answer, which settles what an attempt before may have done. */
    private <O> ShellResult<O> suspended(ToolSuspended waits, ShellCall call, Past past, long elapsed) {
        int number = past.attempts() + 1;
        breaker.answered(elapsed);
        call.attempted(number, null, elapsed);
        return new ShellResult.Suspended<>(waits, number);
    }

    /** Takes a failure into account everywhere, and returns the past with it. */
    private Past failed(Attempt<?> attempt, ShellCall call, Past past, boolean byDeadline, long elapsed) {
        ToolError error = errorOf(attempt, byDeadline);
        boolean answer = attempt.thrown() == null || services.failures().isAnswer(attempt.thrown());
        breaker.judge(error, hasLastWord(attempt), answer, elapsed);
        call.attempted(past.attempts() + 1, error, elapsed);
        return past.and(error, answer);
    }

    private ToolError errorOf(Attempt<?> attempt, boolean byDeadline) {
        Throwable thrown = attempt.thrown();
        if (hasLastWord(attempt)) {
            return thrown == null ? ShellErrors.noOutput() : services.failures().map(thrown, replayable);
        }
        if (attempt.ending() != Ending.TIME_OVER) {
            return ShellErrors.cancelled(attempt.reason(), replayable, thrown);
        }
        return byDeadline ? ShellErrors.deadline(replayable, thrown) : ShellErrors.timeout(timeout, replayable, thrown);
    }

    /** A tool with effects that was cut off may still have said how it ended, and that is worth more than doubt. */
    private boolean hasLastWord(Attempt<?> attempt) {
        return attempt.ending() == Ending.ANSWERED
                || (!replayable && services.failures().isAnswer(attempt.thrown()));
    }

    /** Waits after a failure until there may be another attempt, and returns null; or returns how the call ends. */
    private <O> @Nullable ShellResult<O> goOn(Attempt<O> attempt, ShellCall call, Past past, long now, long deadline) {
        ShellResult<O> end = giveUp(attempt, call, past);
        return end != null ? end : pause(attempt, call, past, now, deadline);
    }

    private <O> @Nullable ShellResult<O> giveUp(Attempt<O> attempt, ShellCall call, Past past) {
        ToolError error = Objects.requireNonNull(past.last());
        if (error.code().equals(ErrorCode.CANCELLED)) {
            if (!hasLastWord(attempt)) {
                return past.cancelled(attempt.reason());
            }
            // The tool heard of it before the caller had left, and says the same.
            if (call.cancellation().isCancelled()) {
                return past.cancelled(String.valueOf(call.cancellation().reason()));
            }
        }
        if (maxAttempts == 1 || !retryOn.allows(error.errorClass())) {
            return past.failed(error, false);
        }
        return past.attempts() < maxAttempts ? null : past.failed(ShellErrors.exhausted(error, maxAttempts), true);
    }

    /** Waits before the next attempt, and returns null; or returns how the call ends because the wait would be too long. */
    private <O> @Nullable ShellResult<O> pause(Attempt<O> attempt, ShellCall call, Past past, long now, long deadline) {
        long own = Nanos.of(backoff.delay(past.attempts(), services.jitter().getAsDouble()));
        long asked = Nanos.of(services.failures().retryAfter(attempt.thrown()));
        long wait = Math.max(own, asked);
        long longest = deadline == Long.MAX_VALUE ? Math.max(own, LONGEST_RETRY_AFTER) + 1 : Nanos.until(now, deadline);
        if (wait >= longest) {
            return past.failed(Objects.requireNonNull(past.last()), false);
        }
        services.await(now + wait, call.cancellation());
        return null;
    }

    private long now() {
        return services.nanoTime().getAsLong();
    }

    /** Returns the state at this moment. */
    ShellSnapshot snapshot() {
        return new ShellSnapshot(
                breaker.state(), breaker.seen(), breaker.seenFailing(), bulkhead == null ? 0 : bulkhead.running());
    }
}
