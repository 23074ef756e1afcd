package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says that a tool can't be reached or won't serve at the moment.
 *
 * <p>Thread-safe.
 */
public final class ToolUnavailable extends ToolException {

    private static final long serialVersionUID = 1L;

    private final @Nullable Duration retryAfter;

    /** Creates an exception for a request that was certainly not sent or not served. */
    public ToolUnavailable(String message, @Nullable Throwable cause) {
        this(message, true, null, cause);
    }

    /**
     * Creates an exception.
     *
     * @param outcomeKnown whether it is certain that no effect is in doubt
     * @param retryAfter how long the other side asks to wait, or null
     */
    public ToolUnavailable(
            String message, boolean outcomeKnown, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(ErrorCode.TOOL_UNAVAILABLE, ErrorClass.TRANSIENT, outcomeKnown, message, cause, null);
        this.retryAfter = retryAfter;
    }

    ToolUnavailable(ToolError error, CallInfo call) {
        super(error.code(), error.errorClass(), error.outcomeKnown(), error.message(), error.cause(), call);
        this.retryAfter = null;
    }

    /** Returns how long the other side asks to wait, or null. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
