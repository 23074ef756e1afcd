package dev.harbor.event;

import java.time.Duration;
import java.time.Instant;

/**
 * A call was cancelled, and no effect is in doubt. Terminal.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param attempts how often the tool was invoked
 * @param elapsed from the start of the call to its outcome
 * @param reason why
 */
public record ToolCancelled(CallProvenance call, Instant at, int attempts, Duration elapsed, String reason)
        implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.cancelled";

    @Override
    public String type() {
        return TYPE;
    }
}
