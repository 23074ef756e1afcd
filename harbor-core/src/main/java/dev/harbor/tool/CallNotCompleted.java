package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import java.util.Objects;

/**
 * Is thrown by {@link ToolOutcome#orThrow()} for a call that was denied, paused or cancelled, or whose outcome is unknown.
 *
 * <p>Thread-safe.
 */
public final class CallNotCompleted extends ToolException {

    private static final long serialVersionUID = 1L;

    private final transient ToolOutcome<?> outcome;

    CallNotCompleted(ToolOutcome<?> outcome) {
        super(
                codeOf(outcome),
                ErrorClass.PERMANENT,
                !(outcome instanceof ToolOutcome.Unknown),
                describe(outcome),
                null,
                outcome.call());
        this.outcome = outcome;
    }

    /** Returns the outcome. */
    public ToolOutcome<?> outcome() {
        return outcome;
    }

    private static ErrorCode codeOf(ToolOutcome<?> outcome) {
        return Objects.requireNonNull(outcome.errorCode(), "a success is not thrown");
    }

    private static String describe(ToolOutcome<?> outcome) {
        String what =
                "call " + outcome.call().callId() + " of " + outcome.call().tool();
        if (outcome instanceof ToolOutcome.Denied<?> denied) {
            return what + " was denied (" + denied.code() + "): " + denied.message();
        }
        if (outcome instanceof ToolOutcome.Paused<?> paused) {
            return what + " waits (" + paused.kind() + "): " + paused.reason();
        }
        if (outcome instanceof ToolOutcome.Unknown<?> unknown) {
            return what + " has an unknown outcome: " + unknown.error().message();
        }
        return what + " was cancelled";
    }
}
