package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says that the tool did its part and the answer is no. This is the one that a handler is meant to throw; its message is shown to the model.
 *
 * <p>Thread-safe.
 */
public final class ToolFailed extends ToolException {

    private static final long serialVersionUID = 1L;

    private final @Nullable Duration retryAfter;

    private ToolFailed(
            ErrorCode code,
            ErrorClass errorClass,
            boolean outcomeKnown,
            String message,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) {
        super(code, errorClass, outcomeKnown, message, cause, null);
        this.retryAfter = retryAfter;
    }

    ToolFailed(ToolError error, CallInfo call) {
        super(error.code(), error.errorClass(), error.outcomeKnown(), error.message(), error.cause(), call);
        this.retryAfter = null;
    }

    /** Returns a failure that another attempt would meet again; no effect is in doubt. */
    public static ToolFailed permanent(String message) {
        return new ToolFailed(ErrorCode.TOOL_FAILED, ErrorClass.PERMANENT, true, message, null, null);
    }

    /** Returns a failure that may go away by itself; no effect is in doubt. */
    public static ToolFailed temporary(String message) {
        return new ToolFailed(ErrorCode.TOOL_FAILED, ErrorClass.TRANSIENT, true, message, null, null);
    }

    /** Returns a failure after which nobody knows whether the effect happened. */
    public static ToolFailed inDoubt(String message, @Nullable Throwable cause) {
        return new ToolFailed(ErrorCode.TOOL_FAILED, ErrorClass.PERMANENT, false, message, null, cause);
    }

    /**
     * Returns a failure of any kind.
     *
     * @param code a code of the tool's own, or {@link ErrorCode#TOOL_FAILED}
     * @param outcomeKnown whether it is certain that no effect is in doubt
     * @param retryAfter how long to wait before another attempt at least, or null
     */
    public static ToolFailed of(
            ErrorCode code,
            ErrorClass errorClass,
            boolean outcomeKnown,
            String message,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) {
        return new ToolFailed(code, errorClass, outcomeKnown, message, retryAfter, cause);
    }

    /** Returns how long to wait before another attempt at least, or null. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
