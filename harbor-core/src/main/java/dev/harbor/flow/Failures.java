package dev.harbor.flow;

import dev.harbor.dispatch.Nodes;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.json.Violation;
import dev.harbor.policy.Cancellation;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutcome;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keeps why a flow does not succeed: a doubt weighs more than a failure, and a failure more than a wait. Guarded by the run that it belongs to. */
final class Failures {

    private static final int MOST_VIOLATIONS = 3;

    private final String flow;
    private final Nodes nodes;
    private final Cancellation cancellation;
    private @Nullable ToolException doubt;
    private @Nullable ToolException failure;
    private ToolOutcome.@Nullable Paused<Json> waits;

    Failures(String flow, Nodes nodes, Cancellation cancellation) {
        this.flow = flow;
        this.nodes = nodes;
        this.cancellation = cancellation;
    }

    boolean isNone() {
        return doubt == null && failure == null && waits == null;
    }

    /** Takes why the flow can't go on; the first of a kind stays. */
    void add(@Nullable ToolException why) {
        if (why != null && !why.outcomeKnown() && doubt == null) {
            doubt = why;
        } else if (why != null && failure == null) {
            failure = why;
        }
    }

    @Nullable
    ToolException worst() {
        if (doubt != null) {
            return doubt;
        }
        return failure == null && waits != null ? nodes.leave(waits) : failure;
    }

    /** Tells whether an outcome is none that the flow could report as its own failure. */
    static boolean isOpen(ToolOutcome<Json> outcome) {
        return outcome instanceof ToolOutcome.Unknown || outcome instanceof ToolOutcome.Paused;
    }

    /** Returns what the flow reports of a node that did not succeed; null for one that waits. */
    @Nullable
    ToolException of(String node, ToolOutcome<Json> outcome) {
        if (outcome instanceof ToolOutcome.Paused<Json> paused) {
            waits = waits == null ? paused : waits;
            return null;
        }
        if (outcome instanceof ToolOutcome.Unknown) {
            return nodes.leave(outcome);
        }
        if (outcome instanceof ToolOutcome.Denied<Json> denied) {
            return of(node, "it was denied (" + denied.code() + "): " + denied.message());
        }
        return outcome instanceof ToolOutcome.Failure<Json> failed
                ? of(node, describe(failed.error()))
                : stopped(node, (ToolOutcome.Cancelled<Json>) outcome);
    }

    private ToolException stopped(String node, ToolOutcome.Cancelled<Json> outcome) {
        return cancellation.isCancelled() ? cancelled() : of(node, "it was cancelled: " + outcome.reason());
    }

    private static String describe(ToolError error) {
        String where = error.violations().stream()
                .limit(MOST_VIOLATIONS)
                .map(Violation::toString)
                .collect(Collectors.joining(", "));
        return "it failed (" + error.code() + "): " + error.message() + (where.isEmpty() ? "" : ": " + where);
    }

    /** What a store says is of importance to whoever asked; of a fault in what an embedder wrote the class is told, and the cause goes to the log. */
    ToolException of(String node, Throwable thrown) {
        if (thrown instanceof ToolException said && said.call() == null) {
            return said;
        }
        String what = "it met a " + thrown.getClass().getSimpleName();
        return ToolFailed.of(ErrorCode.FLOW_NODE_FAILED, ErrorClass.PERMANENT, true, place(node) + what, null, thrown);
    }

    private String place(String node) {
        return "node '" + node + "' of flow '" + flow + "': ";
    }

    ToolException of(String node, String what) {
        return failed(ErrorCode.FLOW_NODE_FAILED, place(node) + what);
    }

    ToolException cancelled() {
        return failed(ErrorCode.CANCELLED, "flow '" + flow + "' was cancelled: " + cancellation.reason());
    }

    private static ToolException failed(ErrorCode code, String message) {
        return ToolFailed.of(code, ErrorClass.PERMANENT, true, message, null, null);
    }
}
