package dev.harbor.contracts;

import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.testkit.FakePlanContext;
import dev.harbor.testkit.ModelAnswer;
import dev.harbor.testkit.PlannerContract;
import dev.harbor.testkit.ScriptedModel;
import java.util.List;

/** A planner that asks a model in each turn. */
final class ModelAskingPlannerContractTest extends PlannerContract {

    @Override
    protected Planner create() {
        return ModelAskingPlannerContractTest::decide;
    }

    private static Decision decide(PlanContext context) {
        String state = "steps so far: " + context.trajectory().size();
        LlmCall call = LlmCall.of(context.identity()).run(context.runId()).cancellation(context.cancellation());
        LlmReply reply =
                context.model().complete(LlmRequest.of(List.of(Message.of(Role.USER, context.goal(), state))), call);
        return reply.text().equals("done")
                ? Decision.finish(Json.EMPTY_OBJECT)
                : Decision.call(reply.text(), Json.EMPTY_OBJECT);
    }

    @Override
    protected FakePlanContext start(RunIdentity run) {
        ScriptedModel model = ScriptedModel.builder()
                .when(ScriptedModel.mentions("steps so far: 0"), ModelAnswer.of("files.read"))
                .when(ScriptedModel.mentions("steps so far: 1"), ModelAnswer.of("mail.send"))
                .when(request -> true, ModelAnswer.of("done"))
                .build();
        return FakePlanContext.builder(super.start(run)).model(model).build();
    }
}
