package dev.harbor.tool;

/** Is code that lets go of what a tool holds elsewhere for a call that has waited and will not go on. Called by many threads at once. */
@FunctionalInterface
public interface ToolAbandonment {

    /**
     * Lets go. It may be told twice, and may find that there is nothing to let go of any more. It may block, and bounds itself.
     *
     * @throws Exception if it can't be done now; it is told again for a day
     */
    void abandoned(AbandonedCall call) throws Exception;
}
