package dev.harbor.tools.a2a.server;

import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;

/** Is what is done with the messages of a skill. The same message makes the same of it, in this process and the next. Implementations are thread-safe. */
sealed interface Work permits Work.OfRuns, LoopWork {

    /**
     * Looks whether something can be made of a message.
     *
     * @throws IllegalArgumentException if not
     */
    void check(A2aMessage message);

    /** Makes a run of each task. */
    non-sealed interface OfRuns extends Work {

        /**
         * Returns what to start for a message; whoever starts it gives it its id.
         *
         * @throws IllegalArgumentException if nothing can be made of the message
         */
        RunRequest start(A2aMessage message);

        /** Returns how to go on with the run of a message. */
        ResumeRequest resume(String runId, A2aMessage message);

        @Override
        default void check(A2aMessage message) {
            start(message);
        }
    }
}
