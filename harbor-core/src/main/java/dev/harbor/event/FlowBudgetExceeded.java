package dev.harbor.event;

import java.time.Instant;
import java.util.Objects;

/**
 * A budget of a flow is used up, and the flow ends.
 *
 * <p>Immutable.
 *
 * @param call the call of the flow
 * @param at when
 * @param axis which budget: {@code deadline}, {@code hop_budget} or {@code cost_cap}
 */
public record FlowBudgetExceeded(CallProvenance call, Instant at, String axis) implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "flow.budget_exceeded";

    /** Checks that nothing is missing. */
    public FlowBudgetExceeded {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(axis, "axis");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
