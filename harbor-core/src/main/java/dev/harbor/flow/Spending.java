package dev.harbor.flow;

import dev.harbor.dispatch.Nodes;
import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Counts what one call of a flow has used. Guarded by the run that it belongs to. */
final class Spending {

    private final Plan plan;
    private final Nodes nodes;
    private final long deadlineNanos;
    private int hops;
    private long micros;
    private @Nullable ToolException exceeded;
    private String axis = "";

    Spending(Plan plan, Nodes nodes) {
        this.plan = plan;
        this.nodes = nodes;
        Duration limit = plan.budget().deadline();
        this.deadlineNanos = limit == null ? Long.MAX_VALUE : nodes.nanoTime() + limit.toNanos();
    }

    /** Returns when a call of a node must have ended. */
    long deadlineOf(Node node) {
        Duration own = node.deadline();
        if (own == null) {
            return deadlineNanos;
        }
        long now = nodes.nanoTime();
        boolean isSooner = deadlineNanos == Long.MAX_VALUE || own.toNanos() < deadlineNanos - now;
        return isSooner ? now + own.toNanos() : deadlineNanos;
    }

    /** Tells of a budget that is used up, if that is why the flow ends. */
    void tell(ToolException why) {
        if (why == exceeded) {
            nodes.exceeded(axis);
        }
    }

    boolean isLate() {
        return deadlineNanos != Long.MAX_VALUE && nodes.nanoTime() - deadlineNanos >= 0;
    }

    /** Reserves what a call is known to use; returns why it can't be made, or null. */
    @Nullable
    ToolException reserve(Node node) {
        if (isLate()) {
            return late();
        }
        Integer mostHops = plan.budget().hops();
        if (mostHops != null && hops >= mostHops) {
            return exceeded("hop_budget", "it may make " + mostHops + " calls");
        }
        if (wouldExceed(node.costMicros())) {
            return tooExpensive();
        }
        hops++;
        micros += node.costMicros();
        return null;
    }

    /** Takes what a call turned out to cost; returns why nothing more can be done, or null. */
    @Nullable
    ToolException spend(long more) {
        boolean exceeds = wouldExceed(more);
        micros = more > Long.MAX_VALUE - micros ? Long.MAX_VALUE : micros + more;
        return exceeds ? tooExpensive() : null;
    }

    private boolean wouldExceed(long more) {
        Long most = plan.budget().costMicros();
        return most != null && more > most - micros;
    }

    ToolException late() {
        return exceeded("deadline", "it may take " + plan.budget().deadline());
    }

    private ToolException tooExpensive() {
        return exceeded("cost_cap", "it may cost " + plan.budget().costMicros() + " millionths");
    }

    /** The first budget that is used up is the one that is told of. */
    private ToolException exceeded(String which, String what) {
        ToolException known = exceeded;
        if (known != null) {
            return known;
        }
        axis = which;
        ToolException made = ToolFailed.of(
                ErrorCode.FLOW_BUDGET_EXCEEDED,
                ErrorClass.PERMANENT,
                true,
                "flow '" + plan.name() + "' has used up its budget (" + axis + "): " + what,
                null,
                null);
        exceeded = made;
        return made;
    }
}
