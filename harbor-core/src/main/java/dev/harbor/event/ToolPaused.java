package dev.harbor.event;

import java.time.Instant;
import java.util.Objects;

/**
 * A call waits for a person or an outside event; the tool did not run. Terminal until it is resumed.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param pauseId names the pause
 * @param reason what it waits for, such as {@code approval_required}
 */
public record ToolPaused(CallProvenance call, Instant at, String pauseId, String reason) implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.paused";

    /** Checks that nothing is missing. */
    public ToolPaused {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(pauseId, "pauseId");
        Objects.requireNonNull(reason, "reason");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
