package dev.harbor.run;

import dev.harbor.artifact.Evidence;
import java.util.List;
import java.util.function.Predicate;

/** Asks for one claim of a type. */
record SingleRule(ParameterDefaults parameters, Predicate<Evidence> accepts, String reached, String missing)
        implements StandardRule {

    @Override
    public Completion evaluate(CompletionContract contract, List<RecordedEvidence> evidence) {
        String type = parameters.text(contract, CompletionContract.ARTIFACT_TYPE);
        boolean found = evidence.stream()
                .map(RecordedEvidence::evidence)
                .anyMatch(each -> each.type().equals(type) && accepts.test(each));
        return found ? Completion.reached(reached) : Completion.missing(missing);
    }

    @Override
    public void check(CompletionContract contract) {
        parameters.checkNames(contract);
    }
}
