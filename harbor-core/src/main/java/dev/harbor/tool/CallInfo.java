package dev.harbor.tool;

import java.time.Duration;
import java.util.Objects;

/**
 * Says which call an outcome belongs to and what it took.
 *
 * <p>Immutable.
 *
 * @param callId the id of the call
 * @param tool the tool as the caller named it, or as it was resolved
 * @param attempts how often the tool was invoked, 0 when it was not
 * @param elapsed from the start of the call to its outcome
 */
public record CallInfo(String callId, String tool, int attempts, Duration elapsed) {

    /** Checks that nothing is missing. */
    public CallInfo {
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(elapsed, "elapsed");
        if (attempts < 0) {
            throw new IllegalArgumentException("attempts must not be negative, got " + attempts);
        }
    }
}
