package dev.harbor.run;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Links verifications to actions by the names of what was done: evidence ids and external ids, each in a space of its own. An empty name is no name. The
 * order in which evidence is added doesn't matter, its sequence does. Confined to one evaluation.
 */
final class Links {

    private final boolean requireNewer;
    private final boolean requireOtherCall;
    private final Map<String, Thing> byId = new HashMap<>();
    private final Map<String, Thing> byExternalId = new HashMap<>();
    private final Set<List<Thing>> actions = new HashSet<>();

    Links(boolean requireNewer, boolean requireOtherCall) {
        this.requireNewer = requireNewer;
        this.requireOtherCall = requireOtherCall;
    }

    void addAction(RecordedEvidence action) {
        Evidence evidence = action.evidence();
        if (evidence.provenance() == Provenance.OBSERVED) {
            List<Thing> things = things(evidence.id(), evidence.externalId());
            things.forEach(thing -> thing.acted(action));
            actions.add(things);
        }
    }

    void addVerification(RecordedEvidence verification) {
        Evidence.Subject subject = verification.evidence().subject();
        if (subject != null) {
            things(subject.evidenceId(), subject.externalId()).forEach(thing -> thing.verified(verification));
        }
    }

    private List<Thing> things(@Nullable String id, @Nullable String externalId) {
        List<Thing> things = new ArrayList<>(2);
        if (id != null && !id.isEmpty()) {
            things.add(byId.computeIfAbsent(id, name -> new Thing()));
        }
        if (externalId != null && !externalId.isEmpty()) {
            things.add(byExternalId.computeIfAbsent(externalId, name -> new Thing()));
        }
        return things;
    }

    boolean isAnyActionVerified() {
        return actions.stream().anyMatch(this::isVerified);
    }

    /** Tells whether what one action did has been verified since it was last touched or refuted, under whichever of its names. */
    private boolean isVerified(List<Thing> things) {
        long refuted = things.stream().mapToLong(thing -> thing.refuted).max().orElse(-1);
        long acted = things.stream().mapToLong(thing -> thing.acted).max().orElse(-1);
        long after = requireNewer ? Math.max(refuted, acted) : refuted;
        return things.stream()
                .flatMap(thing -> thing.confirmed.stream())
                .anyMatch(each -> each.sequence() > after && isIndependent(each, things));
    }

    private boolean isIndependent(RecordedEvidence verification, List<Thing> things) {
        return !requireOtherCall || things.stream().noneMatch(thing -> thing.calls.contains(verification.callId()));
    }

    /** Is what happened to what one name stands for. */
    private static final class Thing {

        private final Set<String> calls = new HashSet<>();
        private final List<RecordedEvidence> confirmed = new ArrayList<>();
        private long acted = -1;
        private long refuted = -1;

        void acted(RecordedEvidence action) {
            calls.add(action.callId());
            acted = Math.max(acted, action.sequence());
        }

        void verified(RecordedEvidence verification) {
            if (Boolean.TRUE.equals(verification.evidence().passed())) {
                confirmed.add(verification);
            } else {
                refuted = Math.max(refuted, verification.sequence());
            }
        }
    }
}
