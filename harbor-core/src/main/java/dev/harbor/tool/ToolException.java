package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.policy.ErrorClass;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is a failure of one call. Transports and handlers throw one to say what they know: which kind of failure it was and whether an effect is in doubt.
 *
 * <p>Thread-safe.
 */
public abstract class ToolException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final ErrorClass errorClass;
    private final boolean outcomeKnown;
    private final transient @Nullable CallInfo call;

    ToolException(
            ErrorCode code,
            ErrorClass errorClass,
            boolean outcomeKnown,
            String message,
            @Nullable Throwable cause,
            @Nullable CallInfo call) {
        super(code, message, cause);
        this.errorClass = Objects.requireNonNull(errorClass, "errorClass");
        this.outcomeKnown = outcomeKnown;
        this.call = call;
    }

    /** Returns what kind of failure it was. */
    public final ErrorClass errorClass() {
        return errorClass;
    }

    /** Tells whether it is certain that no effect is in doubt. */
    public final boolean outcomeKnown() {
        return outcomeKnown;
    }

    /** Returns the call, or null when it was thrown by a tool rather than for an outcome. */
    public final @Nullable CallInfo call() {
        return call;
    }

    static ToolException of(ToolOutcome<?> outcome) {
        if (outcome instanceof ToolOutcome.Failure<?> failure) {
            return of(failure.call(), failure.error());
        }
        return new CallNotCompleted(outcome);
    }

    private static ToolException of(CallInfo call, ToolError error) {
        String code = error.code().value();
        return switch (code) {
            case "INVALID_ARGUMENTS" -> new InvalidArguments(error, call);
            case "INVALID_RESULT" -> new InvalidResult(error, call);
            case "TOOL_TIMEOUT", "DEADLINE_EXCEEDED" -> new ToolTimeout(error, call);
            case "TOOL_UNAVAILABLE", "CIRCUIT_OPEN", "OVERLOADED", "RATE_LIMITED" -> new ToolUnavailable(error, call);
            default -> new ToolFailed(error, call);
        };
    }
}
