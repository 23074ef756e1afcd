package dev.harbor.event;

import java.time.Instant;

/**
 * A call has begun; exactly one terminal event of the same call follows.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 */
public record ToolInvoked(CallProvenance call, Instant at) implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.invoked";

    @Override
    public String type() {
        return TYPE;
    }
}
