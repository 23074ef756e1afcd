package dev.harbor.tools.a2a.server;

import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;

/** Makes a run of a task. The same task makes the same run, in this process and the next. Implementations are thread-safe. */
interface Work {

    /**
     * Returns what to start for a message; whoever starts it gives it its id.
     *
     * @throws IllegalArgumentException if nothing can be made of the message
     */
    RunRequest start(A2aMessage message);

    /** Returns how to go on with the run of a message. */
    ResumeRequest resume(String runId, A2aMessage message);
}
