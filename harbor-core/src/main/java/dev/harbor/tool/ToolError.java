package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Violation;
import dev.harbor.policy.ErrorClass;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes why a call did not succeed. The message is minimised and safe to show to a model; the cause is for the log.
 *
 * <p>Immutable.
 *
 * @param code the stable code
 * @param errorClass what kind of failure it was
 * @param message what happened, in a sentence or two
 * @param violations where arguments or result broke the schema; empty for other failures
 * @param outcomeKnown whether it is certain that no effect is in doubt
 * @param cause what was thrown, or null; never shown to a model
 */
public record ToolError(
        ErrorCode code,
        ErrorClass errorClass,
        String message,
        List<Violation> violations,
        boolean outcomeKnown,
        @Nullable Throwable cause) {

    /** Checks that nothing mandatory is missing and copies the list. */
    public ToolError {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(errorClass, "errorClass");
        Objects.requireNonNull(message, "message");
        violations = List.copyOf(violations);
    }

    /** Returns a permanent failure with a known outcome. */
    public static ToolError permanent(ErrorCode code, String message) {
        return new ToolError(code, ErrorClass.PERMANENT, message, List.of(), true, null);
    }

    /** Tells whether the caller may try the same again later. */
    public boolean isRetryable() {
        return outcomeKnown && errorClass != ErrorClass.PERMANENT;
    }

    /** Returns the components in words; of the cause only its type, since its own text is for the log. */
    @Override
    public String toString() {
        return "ToolError[code=" + code + ", errorClass=" + errorClass + ", message=" + message + ", violations="
                + violations + ", outcomeKnown=" + outcomeKnown + ", cause="
                + (cause == null ? "none" : cause.getClass().getName()) + "]";
    }
}
