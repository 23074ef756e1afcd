package dev.harbor.examples.boot;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import java.util.Map;

/** Looks whether there is enough of what is wanted, orders it, and ends with what came of that. */
final class BuyingPlanner implements Planner {

    @Override
    public Decision next(PlanContext context) {
        return switch (context.trajectory().size()) {
            case 0 -> Decision.call("stock.find", context.input());
            case 1 ->
                last(context).isSuccess()
                        ? Decision.call("orders.place", context.input())
                        : Decision.finish(last(context).content());
            default -> Decision.finish(last(context).content());
        };
    }

    private static Observation last(PlanContext context) {
        return context.trajectory().lastObservation().orElseThrow();
    }

    /** Returns what a run of this planner is given. */
    static Json wants(String item, int count) {
        return Json.of(Map.of("item", item, "count", count));
    }
}
