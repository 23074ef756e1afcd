package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * Says that no answer came in time. That is a statement about waiting, not about the work.
 *
 * <p>Thread-safe.
 */
public final class ToolTimeout extends ToolException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception for a transport with a time limit of its own.
     *
     * @param sent whether the request may have reached the other side, which puts the outcome in doubt
     */
    public ToolTimeout(String message, boolean sent, @Nullable Throwable cause) {
        super(ErrorCode.TOOL_TIMEOUT, ErrorClass.TIMEOUT, !sent, message, cause, null);
    }

    ToolTimeout(ToolError error, CallInfo call) {
        super(error.code(), error.errorClass(), error.outcomeKnown(), error.message(), error.cause(), call);
    }
}
