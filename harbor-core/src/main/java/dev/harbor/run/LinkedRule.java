package dev.harbor.run;

import static dev.harbor.run.CompletionContract.ACTION_TYPE;
import static dev.harbor.run.CompletionContract.REQUIRE_NEWER;
import static dev.harbor.run.CompletionContract.REQUIRE_OTHER_CALL;
import static dev.harbor.run.CompletionContract.VERIFICATION_TYPE;

import java.util.List;
import java.util.Map;

/** Asks for an observed action whose latest verification passed. */
record LinkedRule(ParameterDefaults parameters) implements StandardRule {

    static LinkedRule of(String actionType, String verificationType) {
        return new LinkedRule(new ParameterDefaults(Map.of(
                ACTION_TYPE,
                actionType,
                VERIFICATION_TYPE,
                verificationType,
                REQUIRE_NEWER,
                "true",
                REQUIRE_OTHER_CALL,
                "true")));
    }

    @Override
    public Completion evaluate(CompletionContract contract, List<RecordedEvidence> evidence) {
        Links links =
                new Links(parameters.flag(contract, REQUIRE_NEWER), parameters.flag(contract, REQUIRE_OTHER_CALL));
        String actionType = parameters.text(contract, ACTION_TYPE);
        String verificationType = parameters.text(contract, VERIFICATION_TYPE);
        for (RecordedEvidence each : evidence) {
            String type = each.evidence().type();
            if (type.equals(actionType)) {
                links.addAction(each);
            }
            if (type.equals(verificationType)) {
                links.addVerification(each);
            }
        }
        return links.isAnyActionVerified()
                ? Completion.reached("action_verified")
                : Completion.missing("linked_observed_action_and_verification_required");
    }

    @Override
    public void check(CompletionContract contract) {
        parameters.checkNames(contract);
        parameters.flag(contract, REQUIRE_NEWER);
        parameters.flag(contract, REQUIRE_OTHER_CALL);
    }
}
