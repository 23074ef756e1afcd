package dev.harbor.testkit;

import java.util.Objects;

/**
 * Is one thing that a tool did to the world, as a {@link ToolRecorder} keeps it.
 *
 * <p>Immutable.
 *
 * @param tool the tool
 * @param idempotencyKey names the call, over attempts and restarts
 * @param runId the run; empty outside one
 * @param callId the call inside the run
 * @param attempt which attempt did it, 1 being the first
 */
public record Effect(String tool, String idempotencyKey, String runId, String callId, int attempt) {

    /** Checks that nothing is missing. */
    public Effect {
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(idempotencyKey, "idempotencyKey");
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(callId, "callId");
    }
}
