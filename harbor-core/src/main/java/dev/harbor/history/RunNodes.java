package dev.harbor.history;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps what the nodes of composed calls have come to, as long as those calls are open. Confined to its fold. */
public final class RunNodes {

    private final Map<String, String> plans = new HashMap<>();
    private final Map<String, NodeResult> results = new HashMap<>();

    RunNodes() {}

    void intended(String callId, @Nullable String plan) {
        results.remove(callId);
        if (plan != null) {
            plans.put(callId, plan);
        }
    }

    /** Takes what a call came to; when it was composed its nodes are of no interest any more. */
    void ended(String callId, NodeResult result) {
        if (plans.remove(callId) != null) {
            String below = callId + ".";
            results.keySet().removeIf(id -> id.startsWith(below));
        }
        if (isNode(callId)) {
            results.put(callId, result);
        }
    }

    /** Takes that a call was given up; what its nodes came to is of interest if its parent makes it again. */
    void closed(String callId) {
        plans.remove(callId);
    }

    /** Tells whether a call is of a node of a composed call that is open. */
    public boolean isNode(String callId) {
        return plans.containsKey(parentOf(callId));
    }

    /** Tells whether a call is composed, open, and made by nobody else than the planner or an open composed call. */
    public boolean goesOn(String callId) {
        String parent = parentOf(callId);
        return plans.containsKey(callId) && (parent.isEmpty() || goesOn(parent));
    }

    /** Returns the digest of the plan of a composed call that is open. */
    public Optional<String> plan(String callId) {
        return Optional.ofNullable(plans.get(callId));
    }

    /** Returns what the call of a node came to; empty when it has to be made. */
    public Optional<NodeResult> result(String callId) {
        return Optional.ofNullable(results.get(callId));
    }

    private static String parentOf(String callId) {
        int dot = callId.lastIndexOf('.');
        return dot < 0 ? "" : callId.substring(0, dot);
    }
}
