package dev.harbor.dispatch;

import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolError;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Is what the shell needs of a call. */
interface ShellCall {

    /**
     * Returns what the tool sees during an attempt. Asked once for each attempt, on the thread of the caller.
     *
     * @param attempt which attempt, 1 being the first
     * @param limitNanos when the attempt's time is over, on the nano source; {@link Long#MAX_VALUE} for no limit
     * @param cancellation gives what ends with the attempt, a child of {@link #cancellation()}, and always the same; from any thread
     */
    ToolContext context(int attempt, long limitNanos, Supplier<Cancellation> cancellation);

    /** Returns when the call must have ended, on the nano source; {@link Long#MAX_VALUE} for no limit. The policy's own deadline may be sooner. */
    long deadlineNanos();

    /** Returns what ends the call. For a call from inside a tool it is, or descends from, the cancellation of that tool's attempt. */
    Cancellation cancellation();

    /** Tells whether the call comes from inside a tool; its tool runs on the same thread then, so that it can't wait for a slot that its parent holds. */
    default boolean nested() {
        return false;
    }

    /** Hears that an attempt has ended for its caller, on the thread of the caller; the error is null when it succeeded. */
    void attempted(int attempt, @Nullable ToolError failure, long elapsedNanos);

    /** Hears that the caller went on without an attempt that is still running, on the thread of the caller. */
    void abandoned(int attempt, int stillRunning);

    /** Hears that an abandoned attempt has ended, after {@link #abandoned}, on any thread. */
    void answeredLate(int attempt, @Nullable ToolError failure);
}
