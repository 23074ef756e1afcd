package dev.harbor.pause;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is something that waits. It is named by an opaque token that is worth nothing without the identity that it belongs to.
 *
 * <p>Immutable.
 *
 * @param token names the pause; unguessable
 * @param reason what it waits for
 * @param identity whose it is
 * @param runId the run that waits, or the stream of a waiting call
 * @param callId the call that waits, or null when the run itself does
 * @param message what a person is asked, redacted
 * @param payload what a person needs to decide, redacted
 * @param at since when
 */
public record Pause(
        String token,
        PauseReason reason,
        Identity identity,
        String runId,
        @Nullable String callId,
        String message,
        Json payload,
        Instant at) {

    /** Checks that nothing mandatory is missing. */
    public Pause {
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(reason, "reason");
        Identity.require(identity);
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(at, "at");
    }
}
