package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Violation;
import dev.harbor.policy.ErrorClass;
import java.util.List;

/**
 * Says that a tool answered what its own declaration forbids. The tool is to blame; never retried.
 *
 * <p>Thread-safe.
 */
public final class InvalidResult extends ToolException {

    private static final long serialVersionUID = 1L;

    private final transient List<Violation> violations;

    /** Creates an exception for a transport that can't read an answer. */
    public InvalidResult(String message, List<Violation> violations) {
        super(ErrorCode.INVALID_RESULT, ErrorClass.PERMANENT, true, message, null, null);
        this.violations = List.copyOf(violations);
    }

    InvalidResult(ToolError error, CallInfo call) {
        super(error.code(), error.errorClass(), error.outcomeKnown(), error.message(), error.cause(), call);
        this.violations = error.violations();
    }

    /** Returns where the result breaks the schema; may be empty. */
    public List<Violation> violations() {
        return violations;
    }
}
