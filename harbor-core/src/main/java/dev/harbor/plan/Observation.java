package dev.harbor.plan;

import dev.harbor.json.Json;
import java.util.Objects;

/**
 * Is what a planner reads back of a call or another wish: small, redacted, never heavy.
 *
 * <p>Immutable.
 *
 * @param callId the id of the call, or of the child run or pause
 * @param tool the id of the tool, or what the planner called it when there is no such tool; empty when it is not about a call
 * @param status how it ended: {@code succeeded}, {@code failed}, {@code denied}, {@code paused}, {@code unknown}, {@code cancelled}, {@code spawned}
 * @param content what the planner may see: the result, the stub that stands for it, or a description of the error
 */
public record Observation(String callId, String tool, String status, Json content) {

    /** Checks that nothing is missing. */
    public Observation {
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(content, "content");
    }

    /** Tells whether the call succeeded. */
    public boolean isSuccess() {
        return status.equals("succeeded");
    }
}
