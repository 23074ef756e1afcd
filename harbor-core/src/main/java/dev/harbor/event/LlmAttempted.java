package dev.harbor.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at an answer of a model has ended, under the policy that the runtime has for its model.
 *
 * <p>Immutable.
 *
 * @param call on whose behalf
 * @param at when
 * @param attempt which attempt of the request, 1 being the first
 * @param failure the class of its failure, such as {@code transient}, or null when there was an answer
 * @param elapsed how long it took
 */
public record LlmAttempted(
        LlmProvenance call,
        Instant at,
        int attempt,
        @Nullable String failure,
        Duration elapsed) implements LlmEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "llm.attempted";

    /** Checks that nothing mandatory is missing. */
    public LlmAttempted {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(elapsed, "elapsed");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
