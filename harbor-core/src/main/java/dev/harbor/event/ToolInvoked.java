package dev.harbor.event;

import java.time.Instant;
import java.util.Objects;

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

    /** Checks that nothing is missing. */
    public ToolInvoked {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
