package dev.harbor.history;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.PauseToken;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Is a pause that is about to be opened. The token leaves to who may resolve it; its digest goes on record.
 *
 * @param token resolves it
 * @param reason what it waits for
 * @param message what a person is asked
 * @param payload what a person needs to decide
 * @param expiresAt when time resolves it, or null
 */
public record NewPause(
        PauseToken token,
        PauseReason reason,
        String message,
        Json payload,
        @Nullable Instant expiresAt) {}
