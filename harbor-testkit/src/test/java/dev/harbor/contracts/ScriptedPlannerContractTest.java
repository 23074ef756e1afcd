package dev.harbor.contracts;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.testkit.PlannerContract;
import dev.harbor.testkit.ScriptedPlanner;
import java.util.List;

final class ScriptedPlannerContractTest extends PlannerContract {

    @Override
    protected Planner create() {
        ToolRequest read = ToolRequest.of("files.read", Json.parse("{\"path\":\"a\"}"));
        ToolRequest send = ToolRequest.of("mail_send", Json.EMPTY_OBJECT);
        return ScriptedPlanner.of(
                new Decision.CallTool(read),
                new Decision.CallParallel(List.of(read, send), JoinPolicy.ALL),
                new Decision.SpawnTask("find out more", Json.EMPTY_OBJECT),
                new Decision.AwaitTask("task-3"),
                Decision.finish(Json.parse("{\"answer\":42}")));
    }
}
