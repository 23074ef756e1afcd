package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import java.util.function.Function;

/** Is one call of a tool: a run that calls it and ends with what came of that. */
record ToolWork(String tool, Function<A2aMessage, Json> arguments) implements Work.OfRuns {

    @Override
    public RunRequest start(A2aMessage message) {
        return RunRequest.goal("call " + tool).planner(planner(message));
    }

    @Override
    public ResumeRequest resume(String runId, A2aMessage message) {
        return ResumeRequest.of(runId).planner(planner(message));
    }

    private Planner planner(A2aMessage message) {
        Json given = arguments.apply(message);
        return context -> next(context, given);
    }

    private Decision next(PlanContext context, Json given) {
        if (context.trajectory().size() == 0) {
            return new Decision.CallTool(ToolRequest.of(tool, given));
        }
        Observation outcome =
                context.trajectory().last().orElseThrow().observations().get(0);
        return new Decision.Finish(outcome.isSuccess() ? FinishReason.GOAL : FinishReason.NO_PATH, outcome.content());
    }

    /** Takes the only data of a message as arguments, or its text if that is an object of JSON. */
    static Json argumentsOf(A2aMessage message) {
        if (message.data().size() == 1 && message.data().get(0).kind() == Json.Kind.OBJECT) {
            return message.data().get(0);
        }
        Json text = Json.lazy(message.text());
        if (message.data().isEmpty() && message.text().startsWith("{") && text.kind() == Json.Kind.OBJECT) {
            return text;
        }
        throw new IllegalArgumentException("the arguments of the skill must come as one data part that is an object");
    }
}
