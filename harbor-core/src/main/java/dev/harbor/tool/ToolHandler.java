package dev.harbor.tool;

/**
 * Is the code of a tool. It may throw anything; throw {@link ToolFailed} to say more about a failure than its text. It is called by many threads at
 * once.
 *
 * @param <I> what the arguments decode to
 * @param <O> what the result is encoded from
 */
@FunctionalInterface
public interface ToolHandler<I, O> {

    /**
     * Does the work. It may block; it is interrupted when its time is over or the call is cancelled.
     *
     * @param input the decoded, validated arguments
     * @param context who calls, until when, and what the tool may use
     * @throws Exception when the work failed
     */
    O call(I input, ToolContext context) throws Exception;
}
