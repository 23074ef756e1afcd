package dev.harbor.event;

import java.time.Instant;
import java.util.Objects;

/**
 * A call was denied; the tool did not run. Terminal.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param code the stable denial code
 */
public record ToolDenied(CallProvenance call, Instant at, String code) implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.denied";

    /** Checks that nothing is missing. */
    public ToolDenied {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(code, "code");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
