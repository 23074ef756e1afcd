package dev.harbor.pause;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is something that waits, as a person may see it who has to decide.
 *
 * <p>Immutable.
 *
 * @param id names the pause; no secret, and not enough to resolve it on behalf of an identity
 * @param reason what it waits for
 * @param identity whose it is
 * @param runId the run that waits, or that the waiting call belongs to
 * @param call the call that waits, or null when the run itself does
 * @param message what a person is asked, redacted
 * @param payload what a person needs to decide, redacted
 * @param at since when
 * @param expiresAt when it is resolved by time, or null when it never is
 */
public record Pause(
        String id,
        PauseReason reason,
        Identity identity,
        String runId,
        @Nullable Call call,
        String message,
        Json payload,
        Instant at,
        @Nullable Instant expiresAt) {

    /** Checks that nothing mandatory is missing. */
    public Pause {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(reason, "reason");
        Identity.require(identity);
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(at, "at");
    }

    /**
     * Is a call that waits. An approval holds for exactly this tool, definition and arguments.
     *
     * @param callId names the call
     * @param tool the tool, with its version
     * @param effect what the tool does to the world, as definitions spell it, such as {@code external}
     * @param definitionDigest the digest of the definition that was asked about
     * @param argumentsDigest the digest of the exact arguments that were asked about
     * @param arguments the arguments, redacted
     */
    public record Call(
            String callId,
            String tool,
            String effect,
            String definitionDigest,
            String argumentsDigest,
            Json arguments) {

        /** Checks that nothing is missing. */
        public Call {
            Objects.requireNonNull(callId, "callId");
            Objects.requireNonNull(tool, "tool");
            Objects.requireNonNull(effect, "effect");
            Objects.requireNonNull(definitionDigest, "definitionDigest");
            Objects.requireNonNull(argumentsDigest, "argumentsDigest");
            Objects.requireNonNull(arguments, "arguments");
        }
    }
}
