package dev.harbor.event;

import dev.harbor.tool.ToolError;
import java.time.Instant;

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

    @Override
    public String type() {
        return TYPE;
    }
}
