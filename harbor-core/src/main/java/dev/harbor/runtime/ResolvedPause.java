package dev.harbor.runtime;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says what came of resolving a pause.
 *
 * <p>Immutable.
 *
 * @param pauseId which pause
 * @param runId the root run that it belongs to
 * @param run the run, when it goes on here because nothing else keeps it; null when it still waits for something, is being driven already, was
 *     started with a planner of its own, or can't go on here for want of its planner, its profile or a tool: {@link Caller#resume} with them lets it go on then
 */
public record ResolvedPause(
        String pauseId, String runId, @Nullable RunHandle run) {

    /** Checks that nothing mandatory is missing. */
    public ResolvedPause {
        Objects.requireNonNull(pauseId, "pauseId");
        Objects.requireNonNull(runId, "runId");
    }
}
