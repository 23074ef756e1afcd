package dev.harbor.history;

import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Trajectory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Is a decision of which not everything that came of it is known. Confined to its fold. */
final class OpenStep {

    private final Decision decision;
    private final List<String> callIds;
    private final Map<String, Observation> seen = new LinkedHashMap<>();
    private final Map<String, Observation> provisional = new LinkedHashMap<>();

    OpenStep(Decision decision, List<String> callIds) {
        this.decision = decision;
        this.callIds = callIds;
    }

    Decision decision() {
        return decision;
    }

    List<String> callIds() {
        return callIds;
    }

    /** Returns the final observations so far, by call. */
    Map<String, Observation> seen() {
        return seen;
    }

    /** Takes the final observation of a call; one of a call that is not of this step is not kept. */
    void see(Observation observation) {
        provisional.remove(observation.callId());
        if (callIds.contains(observation.callId())) {
            seen.put(observation.callId(), observation);
        }
    }

    /** Takes what can be said of a call that waits or is in doubt. */
    void seeForNow(Observation observation) {
        if (callIds.contains(observation.callId())) {
            provisional.put(observation.callId(), observation);
        }
    }

    boolean isComplete() {
        return !callIds.isEmpty() && seen.keySet().containsAll(callIds);
    }

    /** Returns the step with the observations that there are, in the order of the calls, and what else was said. */
    Trajectory.Step step(List<Observation> said) {
        Trajectory.Step step = new Trajectory.Step(
                decision,
                callIds.stream()
                        .map(id -> seen.getOrDefault(id, provisional.get(id)))
                        .filter(Objects::nonNull)
                        .toList());
        return with(step, said);
    }

    /** Returns a step with more observations. */
    static Trajectory.Step with(Trajectory.Step step, List<Observation> more) {
        List<Observation> all = new ArrayList<>(step.observations());
        all.addAll(more);
        return new Trajectory.Step(step.decision(), all);
    }
}
