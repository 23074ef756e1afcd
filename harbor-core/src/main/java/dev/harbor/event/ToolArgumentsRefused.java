package dev.harbor.event;

import dev.harbor.tool.ToolError;
import java.time.Instant;
import java.util.Objects;

/**
 * The arguments of a call were refused before the tool ran. Terminal.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param error why, with the places but without the values
 */
public record ToolArgumentsRefused(CallProvenance call, Instant at, ToolError error) implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.invalid_args";

    /** Checks that nothing is missing. */
    public ToolArgumentsRefused {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(error, "error");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
