package dev.harbor.event;

import java.time.Instant;
import java.util.Objects;

/**
 * Heavy content was about to reach a model; the model was not asked.
 *
 * <p>Immutable.
 *
 * @param call on whose behalf
 * @param at when
 * @param where the place in the request, such as {@code messages[2].parts[0].text}
 * @param sizeBytes how large it was in UTF-8
 * @param limitBytes the size at which it is a leak
 */
public record ContextLeaked(LlmProvenance call, Instant at, String where, long sizeBytes, long limitBytes)
        implements LlmEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "llm.context_leak";

    /** Checks that nothing is missing. */
    public ContextLeaked {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(where, "where");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
