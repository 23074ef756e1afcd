package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Violation;
import dev.harbor.policy.ErrorClass;
import java.util.List;

/**
 * Says that arguments don't fit the tool. The caller is to blame; never retried. A handler may throw it for what a schema can't express.
 *
 * <p>Thread-safe.
 */
public final class InvalidArguments extends ToolException {

    private static final long serialVersionUID = 1L;

    private final transient List<Violation> violations;

    /** Creates an exception for a handler that finds its input wrong before it did anything. */
    public InvalidArguments(String message, List<Violation> violations) {
        super(ErrorCode.INVALID_ARGUMENTS, ErrorClass.PERMANENT, true, message, null, null);
        this.violations = List.copyOf(violations);
    }

    InvalidArguments(ToolError error, CallInfo call) {
        super(error.code(), error.errorClass(), error.outcomeKnown(), error.message(), error.cause(), call);
        this.violations = error.violations();
    }

    /** Returns where the arguments break the schema; may be empty. */
    public List<Violation> violations() {
        return violations;
    }
}
