package dev.harbor.tool;

/**
 * Is the code of a tool that needs nothing but its arguments. It may throw anything and is called by many threads at once.
 *
 * @param <I> what the arguments decode to
 * @param <O> what the result is encoded from
 */
@FunctionalInterface
public interface ToolFunction<I, O> {

    /**
     * Does the work. It may block; it is interrupted when its time is over or the call is cancelled.
     *
     * @param input the decoded, validated arguments
     * @throws Exception when the work failed
     */
    O call(I input) throws Exception;
}
