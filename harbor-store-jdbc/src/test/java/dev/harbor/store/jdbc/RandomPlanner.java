package dev.harbor.store.jdbc;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Decides by the name of the run and the number of its steps alone, so that it wants the same after a restart as before. */
final class RandomPlanner implements Planner {

    private static final int MOST_STEPS = 6;

    @Override
    public Decision next(PlanContext context) {
        int step = context.trajectory().size();
        Random random = new Random(context.runId().hashCode() * 31L + step);
        if (step >= 2 + Math.floorMod(context.runId().hashCode(), MOST_STEPS - 1)) {
            return Decision.finish(Json.of(step));
        }
        return random.nextInt(3) == 0
                ? new Decision.CallParallel(
                        IntStream.rangeClosed(0, 1 + random.nextInt(2))
                                .mapToObj(i -> request(random))
                                .toList(),
                        JoinPolicy.ALL)
                : new Decision.CallTool(request(random));
    }

    private static ToolRequest request(Random random) {
        return ToolRequest.of(List.of("world.read", "world.write").get(random.nextInt(2)), Json.EMPTY_OBJECT);
    }
}
