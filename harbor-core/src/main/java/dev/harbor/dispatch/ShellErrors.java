package dev.harbor.dispatch;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolTimeout;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the errors that are the shell's own: refusals, limits and the end of all attempts. */
final class ShellErrors {

    private ShellErrors() {}

    static ToolError timeout(Duration limit, boolean known, @Nullable Throwable cause) {
        String message = "the tool gave no answer within " + limit.toMillis() + " ms";
        return new ToolError(ErrorCode.TOOL_TIMEOUT, ErrorClass.TIMEOUT, message, List.of(), known, cause);
    }

    /** Permanent, since within the call no other attempt could be made. */
    static ToolError deadline(boolean known, @Nullable Throwable cause) {
        String message = "the deadline of the call has passed";
        return new ToolError(ErrorCode.DEADLINE_EXCEEDED, ErrorClass.PERMANENT, message, List.of(), known, cause);
    }

    static ToolError cancelled(String reason, boolean known, @Nullable Throwable cause) {
        String message = "the call was cancelled: " + reason;
        return new ToolError(ErrorCode.CANCELLED, ErrorClass.PERMANENT, message, List.of(), known, cause);
    }

    static ToolError noOutput() {
        return ToolError.permanent(ErrorCode.INVALID_RESULT, "the tool returned no output at all");
    }

    static ToolError bulkheadFull(int calls) {
        return refusal(ErrorCode.OVERLOADED, "the tool is busy: " + calls + " calls of it are running already");
    }

    static ToolError noWorker() {
        return refusal(ErrorCode.OVERLOADED, "the runtime is busy: no worker is free for the tool");
    }

    static ToolError rateLimited() {
        return refusal(ErrorCode.RATE_LIMITED, "the tool was called too often lately, and its turn comes too late");
    }

    static ToolError circuitOpen() {
        return refusal(ErrorCode.CIRCUIT_OPEN, "the tool failed too often lately and is left alone for a while");
    }

    /** The last error when all attempts are used up. */
    static ToolError exhausted(ToolError last, int attempts) {
        Throwable cause =
                last.cause() != null ? last.cause() : new ToolTimeout(last.message(), !last.outcomeKnown(), null);
        String message = "failed in each of " + attempts + " attempts; the last time: " + last.message();
        return new ToolError(
                ErrorCode.RETRIES_EXHAUSTED, last.errorClass(), message, last.violations(), last.outcomeKnown(), cause);
    }

    /** The same error of a call of which an earlier attempt may have had its effect. */
    static ToolError inDoubt(ToolError error) {
        return new ToolError(
                error.code(), error.errorClass(), error.message(), error.violations(), false, error.cause());
    }

    static ToolError causedBy(ToolError error, @Nullable Throwable cause) {
        return new ToolError(
                error.code(), error.errorClass(), error.message(), error.violations(), error.outcomeKnown(), cause);
    }

    private static ToolError refusal(ErrorCode code, String message) {
        return new ToolError(code, ErrorClass.TRANSIENT, message, List.of(), true, null);
    }
}
