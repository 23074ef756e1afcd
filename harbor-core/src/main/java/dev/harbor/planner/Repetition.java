package dev.harbor.planner;

import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.ToolRequest;
import dev.harbor.plan.Trajectory;
import dev.harbor.tool.ToolDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts calls that were made with the same arguments and had the same result. Arguments are the same if they mean the same: the order of members and the spelling
 * of numbers don't count. A call whose result changed begins anew.
 */
final class Repetition {

    private final PlanContext context;
    private final Map<String, Count> counts = new HashMap<>();

    private record Count(Json content, String status, int times) {}

    private Repetition(PlanContext context) {
        this.context = context;
    }

    static Repetition of(PlanContext context) {
        Repetition repetition = new Repetition(context);
        context.trajectory().steps().forEach(repetition::count);
        return repetition;
    }

    private void count(Trajectory.Step step) {
        List<ToolRequest> calls = calls(step.decision());
        for (int i = 0; i < Math.min(calls.size(), step.observations().size()); i++) {
            Observation seen = step.observations().get(i);
            counts.merge(
                    key(calls.get(i)),
                    new Count(seen.content(), seen.status(), 1),
                    (before, now) ->
                            isSame(before, now) ? new Count(now.content(), now.status(), before.times() + 1) : now);
        }
    }

    private static boolean isSame(Count before, Count now) {
        return before.status().equals(now.status()) && before.content().equals(now.content());
    }

    static List<ToolRequest> calls(Decision decision) {
        if (decision instanceof Decision.CallTool one) {
            return List.of(one.call());
        }
        return decision instanceof Decision.CallParallel many ? many.calls() : List.of();
    }

    /** Returns how often the call was made, each time with the result of the last time. */
    int times(ToolRequest call) {
        Count count = counts.get(key(call));
        return count == null ? 0 : count.times();
    }

    /** Returns the first call of a decision that was made so often; empty when there is none. */
    Optional<ToolRequest> worn(Decision decision, int maxTimes) {
        return calls(decision).stream().filter(call -> times(call) >= maxTimes).findFirst();
    }

    private String key(ToolRequest call) {
        return idOf(call.tool()) + ' ' + canonical(call.arguments());
    }

    private String idOf(String name) {
        ToolDefinition byWireName = context.wireNames().get(name);
        if (byWireName != null) {
            return byWireName.id().toString();
        }
        return context.tools().stream()
                .map(ToolDefinition::id)
                .filter(id -> id.name().equals(name))
                .findFirst()
                .map(Object::toString)
                .orElse(name);
    }

    private static String canonical(Json arguments) {
        try {
            return arguments.canonical().toString();
        } catch (MalformedJsonException e) {
            return arguments.toString();
        }
    }
}
