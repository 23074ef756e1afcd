package dev.harbor.history;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Is a pause as its records tell it.
 *
 * @param id its name
 * @param tokenDigest the digest of its token
 * @param reason what it waits for
 * @param runId the run that waits or whose call does
 * @param callId the call that waits, or null
 * @param message what a person is asked, as it was asked
 * @param payload what a person needs to decide, as it was given
 * @param arguments the exact arguments of the call, or null
 * @param at since when
 * @param expiresAt when time resolves it, or null
 * @param suspension what the tool of the call left for itself, or null when it was not the tool that began to wait
 * @param resolution how it was resolved, or null while it is open
 */
public record OpenPause(
        String id,
        String tokenDigest,
        PauseReason reason,
        String runId,
        @Nullable String callId,
        String message,
        Json payload,
        @Nullable Json arguments,
        Instant at,
        @Nullable Instant expiresAt,
        @Nullable Suspension suspension,
        @Nullable Resolution resolution) {

    OpenPause resolved(Resolution how) {
        return new OpenPause(
                id, tokenDigest, reason, runId, callId, message, payload, arguments, at, expiresAt, suspension, how);
    }

    /** Tells whether its tool goes on when it is resolved so, and hears of it. */
    public boolean isHeardByTool(Resolution.Kind kind) {
        boolean isRefusal = kind == Resolution.Kind.REJECT || kind == Resolution.Kind.TIMEOUT;
        return suspension != null && (!isRefusal || suspension.hearsRefusal());
    }

    /** Tells whether only a person's decision lets it go on, and no input. */
    public boolean needsDecision() {
        return reason == PauseReason.APPROVAL_REQUIRED || reason == PauseReason.CONSTRAINTS_CONFLICT;
    }
}
