package dev.harbor.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

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

    /** Checks that nothing is missing. */
    public ToolCancelled {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(elapsed, "elapsed");
        Objects.requireNonNull(reason, "reason");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
