package dev.harbor.event;

import java.time.Instant;
import java.util.Objects;

/**
 * A tool has reported progress.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param message what it said, bounded and redacted
 */
public record ToolProgressed(CallProvenance call, Instant at, String message) implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.progress";

    /** Checks that nothing is missing. */
    public ToolProgressed {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(message, "message");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
