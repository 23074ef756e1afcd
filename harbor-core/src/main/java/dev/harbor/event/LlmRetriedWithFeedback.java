package dev.harbor.event;

import java.time.Instant;
import java.util.Objects;

/**
 * The answer of a model did not pass its check, and the model is asked again, told what is wrong.
 *
 * <p>Immutable.
 *
 * @param call on whose behalf
 * @param at when
 * @param attempt which attempt failed, 1 being the first
 * @param maxAttempts how many there may be
 * @param reason what the check said, at most {@value #MAX_REASON_LENGTH} characters
 */
public record LlmRetriedWithFeedback(LlmProvenance call, Instant at, int attempt, int maxAttempts, String reason)
        implements LlmEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "llm.retry_with_feedback";

    /** The most characters of a reason. */
    public static final int MAX_REASON_LENGTH = 256;

    /**
     * Checks that nothing is missing.
     *
     * @throws IllegalArgumentException if the reason is too long
     */
    public LlmRetriedWithFeedback {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(reason, "reason");
        if (reason.length() > MAX_REASON_LENGTH) {
            throw new IllegalArgumentException(
                    "reason must have at most " + MAX_REASON_LENGTH + " characters, got " + reason.length());
        }
    }

    @Override
    public String type() {
        return TYPE;
    }
}
