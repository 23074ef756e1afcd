package dev.harbor.dispatch;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.Breaker;
import dev.harbor.policy.BreakerState;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Is the circuit breaker of a tool, or none. Each permission that is acquired must be answered by exactly one of the other methods. */
final class BreakerGate {

    /** The machine would open for slow calls as well; our limits do that. */
    private static final Duration NEVER_SLOW = Duration.ofDays(36_500);

    private final @Nullable CircuitBreaker machine;

    private BreakerGate(@Nullable CircuitBreaker machine) {
        this.machine = machine;
    }

    static BreakerGate none() {
        return new BreakerGate(null);
    }

    static BreakerGate of(String name, Breaker breaker, LongSupplier nanoTime) {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(breaker.window())
                .minimumNumberOfCalls(breaker.minimumAttempts())
                .failureRateThreshold((float) breaker.failurePercent())
                .waitDurationInOpenState(breaker.openFor())
                .permittedNumberOfCallsInHalfOpenState(breaker.trialCalls())
                .slowCallDurationThreshold(NEVER_SLOW)
                .clock(new NanoClock(nanoTime))
                .build();
        return new BreakerGate(CircuitBreaker.of(name, config));
    }

    boolean tryAcquire() {
        return machine == null || machine.tryAcquirePermission();
    }

    /** Gives the permission back: the attempt says nothing about the tool. */
    void release() {
        if (machine != null) {
            machine.releasePermission();
        }
    }

    void answered(long nanos) {
        if (machine != null) {
            machine.onSuccess(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /**
     * Learns from a failure whether the tool answers at all. A dying virtual machine, and a caller who waits no longer, say nothing about that.
     *
     * @param lastWord whether the tool ended the attempt, and was not cut off
     * @param answer whether the failure is the tool's own word
     */
    void judge(ToolError failure, boolean lastWord, boolean answer, long nanos) {
        if (machine == null) {
            return;
        }
        boolean cutByCaller = !lastWord && failure.errorClass() != ErrorClass.TIMEOUT;
        if (cutByCaller || failure.code().equals(ErrorCode.TOOL_FATAL)) {
            machine.releasePermission();
        } else if (answer && lastWord && failure.errorClass() == ErrorClass.PERMANENT) {
            answered(nanos);
        } else {
            machine.onError(nanos, TimeUnit.NANOSECONDS, new Failure());
        }
    }

    @Nullable
    BreakerState state() {
        if (machine == null) {
            return null;
        }
        return switch (machine.getState()) {
            case OPEN, FORCED_OPEN -> BreakerState.OPEN;
            case HALF_OPEN -> BreakerState.HALF_OPEN;
            default -> BreakerState.CLOSED;
        };
    }

    /** Returns the attempts that are looked at. */
    int seen() {
        return machine == null ? 0 : machine.getMetrics().getNumberOfBufferedCalls();
    }

    /** Returns those among them that failed. */
    int seenFailing() {
        return machine == null ? 0 : machine.getMetrics().getNumberOfFailedCalls();
    }

    /** Is handed to the state machine instead of what a tool threw, which it would log. */
    private static final class Failure extends Exception {

        private static final long serialVersionUID = 1L;

        Failure() {
            super("an attempt failed", null, false, false);
        }
    }
}
