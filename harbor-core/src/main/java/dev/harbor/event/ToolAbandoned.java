package dev.harbor.event;

import java.time.Instant;
import java.util.Objects;

/**
 * A tool did not stop when its time was over; its caller went on without it.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param attempt which attempt is still running
 * @param abandoned how many attempts of this runtime are still running after they were given up
 */
public record ToolAbandoned(CallProvenance call, Instant at, int attempt, int abandoned) implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.abandoned";

    /** Checks that nothing is missing. */
    public ToolAbandoned {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
