package dev.harbor.event;

import dev.harbor.tool.ToolError;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A call was started and its effect may or may not have happened. Terminal.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param attempts how often the tool was invoked
 * @param elapsed from the start of the call to its outcome
 * @param error why nothing is known
 */
public record ToolUnknown(CallProvenance call, Instant at, int attempts, Duration elapsed, ToolError error)
        implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.unknown";

    /** Checks that nothing is missing. */
    public ToolUnknown {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(elapsed, "elapsed");
        Objects.requireNonNull(error, "error");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
