package dev.harbor.planning;

import dev.harbor.identity.RunIdentity;
import dev.harbor.plan.Planner;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.testkit.FakePlanContext;
import dev.harbor.testkit.ModelAnswer;
import dev.harbor.testkit.PlannerContract;
import dev.harbor.testkit.ScriptedModel;

final class ModelPlannerContractTest extends PlannerContract {

    @Override
    protected Planner create() {
        return ModelPlanner.create();
    }

    @Override
    protected FakePlanContext start(RunIdentity run) {
        ScriptedModel model = ScriptedModel.builder()
                .when(
                        ScriptedModel.mentions("of mail.send"),
                        ModelAnswer.of("{\"action\":\"finish\",\"result\":\"sent\"}"))
                .when(
                        ScriptedModel.mentions("of files.read"),
                        ModelAnswer.of("{\"action\":\"call\",\"calls\":[{\"tool\":\"mail.send\",\"arguments\":{}}]}"))
                .when(
                        request -> true,
                        ModelAnswer.of("{\"action\":\"call\",\"calls\":[{\"tool\":\"files.read\",\"arguments\":{}}]}"))
                .build();
        return FakePlanContext.builder(super.start(run)).model(model).build();
    }
}
