package dev.harbor.store.jdbc;

import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.RunState;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Decides by the name of the run and the number of its steps alone, so that it wants the same after a restart as before, and asks the model
 * in every third turn, whatever it answers.
 */
final class RandomPlanner implements Planner {

    private static final int MOST_STEPS = 6;
    private static final List<String> TOOLS = List.of("world.read", "world.write", "world.write", "world.heavy");

    /** Returns the state in which a run ends, whatever happens on its way. */
    static RunState endOf(String runId) {
        return givesUp(runId) ? RunState.FAILED : RunState.SUCCEEDED;
    }

    private static boolean givesUp(String runId) {
        return Math.floorMod(runId.hashCode(), 5) == 0;
    }

    @Override
    public Decision next(PlanContext context) {
        int step = context.trajectory().size();
        if (step % 3 == 0) {
            ask(context);
        }
        Random random = new Random(context.runId().hashCode() * 31L + step);
        if (step >= 2 + Math.floorMod(context.runId().hashCode(), MOST_STEPS - 1)) {
            return givesUp(context.runId())
                    ? new Decision.Finish(FinishReason.NO_PATH, Json.of(step))
                    : Decision.finish(Json.of(step));
        }
        return random.nextInt(3) == 0
                ? new Decision.CallParallel(
                        IntStream.rangeClosed(0, 1 + random.nextInt(2))
                                .mapToObj(i -> request(random))
                                .toList(),
                        JoinPolicy.ALL)
                : new Decision.CallTool(request(random));
    }

    private static void ask(PlanContext context) {
        context.model()
                .complete(LlmRequest.of(List.of(Message.of(Role.USER, "what now?"))), LlmCall.of(context.identity()));
    }

    private static ToolRequest request(Random random) {
        return ToolRequest.of(TOOLS.get(random.nextInt(TOOLS.size())), Json.EMPTY_OBJECT);
    }
}
