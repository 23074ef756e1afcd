package dev.harbor.testkit;

import dev.harbor.error.ErrorCode;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmException;
import dev.harbor.policy.Cancellation.Registration;
import dev.harbor.policy.ErrorClass;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Says when a call of a model is over without an answer: cancelled, late or interrupted. */
final class Patience {

    private static final Duration FOREVER = Duration.ofDays(365);

    private final Clock clock;

    Patience(Clock clock) {
        this.clock = clock;
    }

    void refuseIfOver(LlmCall call) {
        if (call.cancellation().isCancelled()) {
            throw new LlmException(
                    ErrorCode.CANCELLED,
                    ErrorClass.PERMANENT,
                    "the call was cancelled: " + call.cancellation().reason(),
                    null);
        }
        if (isLate(call)) {
            throw new LlmException(
                    ErrorCode.DEADLINE_EXCEEDED, ErrorClass.TIMEOUT, "the deadline of the call has passed", null);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted(null);
        }
    }

    /** Waits until the gate opens, if there is one and the call is not over before. */
    void pass(@Nullable Gate gate, LlmCall call) {
        if (gate == null) {
            return;
        }
        Registration cancelled = call.cancellation().onCancel(gate::wake);
        Registration late = wakeAtDeadline(gate, call);
        try {
            while (!gate.isOpen()) {
                gate.passUnless(() -> call.cancellation().isCancelled() || isLate(call), realTimeLeft(call));
                refuseIfOver(call);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(e);
        } finally {
            late.close();
            cancelled.close();
        }
    }

    private boolean isLate(LlmCall call) {
        return call.deadline()
                .filter(deadline -> !clock.instant().isBefore(deadline))
                .isPresent();
    }

    private Registration wakeAtDeadline(Gate gate, LlmCall call) {
        if (clock instanceof ManualClock manual && call.deadline().isPresent()) {
            return manual.schedule(timeLeft(call.deadline().get()), gate::wake);
        }
        return () -> {};
    }

    private Duration realTimeLeft(LlmCall call) {
        return clock instanceof ManualClock
                ? FOREVER
                : call.deadline().map(this::timeLeft).orElse(FOREVER);
    }

    private Duration timeLeft(Instant deadline) {
        Duration left = Duration.between(clock.instant(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static LlmException interrupted(@Nullable InterruptedException cause) {
        return new LlmException(ErrorCode.CANCELLED, ErrorClass.PERMANENT, "the calling thread was interrupted", cause);
    }
}
