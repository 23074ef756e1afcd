package dev.harbor.event;

import dev.harbor.tool.ToolError;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An attempt has ended. Told for attempts that failed, and for the one that succeeded after others failed.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param attempt which attempt, 1 being the first
 * @param failure why it failed, or null when it succeeded
 * @param elapsed how long it took
 */
public record ToolAttempted(
        CallProvenance call,
        Instant at,
        int attempt,
        @Nullable ToolError failure,
        Duration elapsed) implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.attempted";

    /** Checks that nothing is missing. */
    public ToolAttempted {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(elapsed, "elapsed");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
