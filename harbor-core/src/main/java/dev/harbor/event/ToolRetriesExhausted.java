package dev.harbor.event;

import dev.harbor.tool.ToolError;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Every attempt that the policy allows has failed. Terminal.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param attempts how often the tool was invoked
 * @param elapsed from the start of the call to its outcome
 * @param error the last failure
 */
public record ToolRetriesExhausted(CallProvenance call, Instant at, int attempts, Duration elapsed, ToolError error)
        implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.policy_exhausted";

    /** Checks that nothing is missing. */
    public ToolRetriesExhausted {
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
