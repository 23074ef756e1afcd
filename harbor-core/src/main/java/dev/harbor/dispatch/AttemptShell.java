package dev.harbor.dispatch;

import dev.harbor.policy.Backoff;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.RetryOn;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolInvoker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Runs the attempts of a tool's calls under its policy: {@code bulkhead(retry(rate limit(breaker(timeout(invoke)))))}. Composed once for a tool and shared
 * by all its calls.
 *
 * <p>Thread-safe.
 */
final class AttemptShell {

    static final String INTERRUPTED = "the thread of the caller was interrupted";

    final ShellServices services;
    final boolean replayable;
    final boolean onWorker;
    final int maxAttempts;
    final Backoff backoff;
    final RetryOn retryOn;
    final Duration timeout;
    final long timeoutNanos;
    final long deadlineNanos;
    final @Nullable BulkheadGate bulkhead;
    final RateGate rate;
    final BreakerGate breaker;

    private AttemptShell(ToolDefinition definition, ToolPolicy policy, ShellServices services) {
        String name = definition.id().toString();
        boolean pure = definition.effect() == SideEffect.PURE;
        this.services = services;
        this.replayable = definition.effect().isReplayable();
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
                .map(limit -> RateGate.of(name, limit, services.nanoTime()))
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
        return new AttemptShell(definition, effective, services);
    }

    /** Invokes the tool as often as its policy allows and needs. Blocks; never throws for what the tool does. */
    <I, O> ShellResult<O> run(ToolInvoker<I, O> invoker, I input, ShellCall call) {
        if (bulkhead == null) {
            return new RetryLoop<>(this, invoker, input, call, null).run();
        }
        BulkheadGate.Permit permit = bulkhead.tryEnter();
        if (permit == null) {
            return Thread.currentThread().isInterrupted()
                    ? new ShellResult.Cancelled<>(INTERRUPTED, 0)
                    : new ShellResult.Failed<>(ShellErrors.bulkheadFull(bulkhead.calls()), 0, false);
        }
        try {
            return new RetryLoop<>(this, invoker, input, call, permit).run();
        } finally {
            permit.release();
        }
    }

    /** Returns the state at this moment. */
    ShellSnapshot snapshot() {
        return new ShellSnapshot(
                breaker.state(), breaker.seen(), breaker.seenFailing(), bulkhead == null ? 0 : bulkhead.running());
    }
}
