package dev.harbor.dispatch;

import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import org.jspecify.annotations.Nullable;

/**
 * Is what the failed attempts of a call have come to so far, and so decides how a call that does not go on has ended.
 *
 * <p>Immutable.
 *
 * @param attempts how often the tool was invoked
 * @param last the last failure, or null before the first
 * @param inDoubt whether an attempt may have had its effect, and no later answer settled it
 */
record Past(int attempts, @Nullable ToolError last, boolean inDoubt) {

    /** Before the first attempt. */
    static final Past NONE = new Past(0, null, false);

    /**
     * Returns the past with one more failure. Only the tool's final word about the same work settles what an earlier attempt may have done.
     *
     * @param answer whether the failure is the tool's own word
     */
    Past and(ToolError failure, boolean answer) {
        boolean settled = failure.outcomeKnown() && answer && failure.errorClass() == ErrorClass.PERMANENT;
        return new Past(attempts + 1, failure, !failure.outcomeKnown() || (inDoubt && !settled));
    }

    /** Ends with a failure, which is unknown if anything is in doubt. */
    <O> ShellResult<O> failed(ToolError error, boolean exhausted) {
        return inDoubt
                ? new ShellResult.Unknown<>(ShellErrors.inDoubt(error), attempts)
                : new ShellResult.Failed<>(error, attempts, exhausted);
    }

    /** Ends because no other attempt may be made. The refusal would hide what the attempts before it met, so it takes their cause along. */
    <O> ShellResult<O> refused(ToolError refusal) {
        return failed(last == null ? refusal : ShellErrors.causedBy(refusal, last.cause()), false);
    }

    /** Ends because nobody waits for the answer any more. */
    <O> ShellResult<O> cancelled(String reason) {
        return inDoubt
                ? new ShellResult.Unknown<>(
                        ShellErrors.cancelled(reason, false, last == null ? null : last.cause()), attempts)
                : new ShellResult.Cancelled<>(reason, attempts);
    }
}
