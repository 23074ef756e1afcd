package dev.harbor.event;

import java.time.Instant;
import java.util.Objects;

/**
 * A model can't answer in the form that was asked for, and is asked again for a freer one.
 *
 * <p>Immutable.
 *
 * @param call on whose behalf
 * @param at when
 * @param from the form that was refused: {@code json_schema} or {@code json_object}
 * @param to the form that is asked for next: {@code json_object} or {@code text}
 */
public record LlmFormatDowngraded(LlmProvenance call, Instant at, String from, String to) implements LlmEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "llm.mode_downgraded";

    /** Checks that nothing is missing. */
    public LlmFormatDowngraded {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
