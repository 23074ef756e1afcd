package dev.harbor.tool;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.util.Objects;

/**
 * Is a call that has thrown {@link ToolSuspended} and will not go on.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf it was made
 * @param runId the run that it belonged to
 * @param callId its id in that run
 * @param idempotencyKey the key that it has had since it began
 * @param number how often it has waited for its tool, 1 being the first time
 * @param state what the tool has left for itself; JSON null when nothing
 * @param reason why it does not go on: the code of the call that was refused, or the reason of the run that has ended
 */
public record AbandonedCall(
        Identity identity, String runId, String callId, String idempotencyKey, int number, Json state, String reason) {

    /**
     * Checks that nothing is missing.
     *
     * @throws IllegalArgumentException if the number is less than 1
     */
    public AbandonedCall {
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(idempotencyKey, "idempotencyKey");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(reason, "reason");
        if (number < 1) {
            throw new IllegalArgumentException("waits are counted from 1, got " + number);
        }
    }

    /** Leaves the state out, which is shown to nobody. */
    @Override
    public String toString() {
        return "AbandonedCall[" + runId + ", " + callId + ", " + number + ", " + reason + "]";
    }
}
