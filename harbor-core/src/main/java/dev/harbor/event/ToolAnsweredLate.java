package dev.harbor.event;

import dev.harbor.tool.ToolError;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that had been given up has ended after all. It changes the outcome no more.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param attempt which attempt
 * @param failure why it failed, or null when it succeeded
 */
public record ToolAnsweredLate(
        CallProvenance call,
        Instant at,
        int attempt,
        @Nullable ToolError failure) implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.late";

    /** Checks that nothing is missing. */
    public ToolAnsweredLate {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
