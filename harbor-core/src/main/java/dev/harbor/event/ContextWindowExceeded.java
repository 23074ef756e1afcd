package dev.harbor.event;

import java.time.Instant;
import java.util.Objects;

/**
 * A request as a whole was too large for the context window of the model; the model was not asked.
 *
 * <p>Immutable.
 *
 * @param call on whose behalf
 * @param at when
 * @param estimatedTokens how many tokens the request was taken to have
 * @param windowTokens how many tokens the model can read
 * @param reserve the share of the window that is kept free, 0 to 1
 */
public record ContextWindowExceeded(
        LlmProvenance call, Instant at, long estimatedTokens, long windowTokens, double reserve) implements LlmEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "llm.context_window_exceeded";

    /** Checks that nothing is missing. */
    public ContextWindowExceeded {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
