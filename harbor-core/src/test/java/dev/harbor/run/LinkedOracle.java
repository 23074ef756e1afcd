package dev.harbor.run;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Evidence.Subject;
import dev.harbor.artifact.Provenance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The linked rule said once more, by looking at every pair, and random evidence to try it on. */
final class LinkedOracle {

    private static final String[] NAMES = {"", "a", "b", "c"};

    private LinkedOracle() {}

    static boolean isComplete(List<RecordedEvidence> all, boolean requireNewer, boolean requireOtherCall) {
        List<RecordedEvidence> actions =
                select(all, each -> is(each, "action") && each.evidence().provenance() == Provenance.OBSERVED);
        List<RecordedEvidence> verifications =
                select(all, each -> is(each, "verification") && each.evidence().provenance() == Provenance.VERIFIED);
        for (RecordedEvidence action : actions) {
            List<RecordedEvidence> about = select(verifications, each -> isAbout(each, action));
            List<RecordedEvidence> same = select(actions, each -> isSameThing(each, action));
            for (RecordedEvidence candidate : about) {
                boolean passed = isPassed(candidate);
                boolean latest =
                        about.stream().noneMatch(each -> !isPassed(each) && each.sequence() >= candidate.sequence());
                boolean newer = same.stream().allMatch(each -> each.sequence() < candidate.sequence()) || !requireNewer;
                boolean independent =
                        same.stream().noneMatch(each -> each.callId().equals(candidate.callId())) || !requireOtherCall;
                if (passed && latest && newer && independent) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean is(RecordedEvidence evidence, String type) {
        return evidence.evidence().type().equals(type);
    }

    private static boolean isPassed(RecordedEvidence verification) {
        return Boolean.TRUE.equals(verification.evidence().passed());
    }

    private static boolean isAbout(RecordedEvidence verification, RecordedEvidence action) {
        Subject subject = Objects.requireNonNull(verification.evidence().subject());
        return isSame(subject.evidenceId(), action.evidence().id())
                || isSame(subject.externalId(), action.evidence().externalId());
    }

    private static boolean isSameThing(RecordedEvidence other, RecordedEvidence action) {
        Evidence one = other.evidence();
        return other.equals(action)
                || isSame(one.id(), action.evidence().id())
                || isSame(one.externalId(), action.evidence().externalId());
    }

    private static boolean isSame(@Nullable String one, @Nullable String other) {
        return one != null && !one.isEmpty() && one.equals(other);
    }

    private static List<RecordedEvidence> select(List<RecordedEvidence> all, Predicate<RecordedEvidence> wanted) {
        return all.stream().filter(wanted).toList();
    }

    /** Returns up to seven pieces that share a few names, calls and places, in no order. */
    static List<RecordedEvidence> random(long seed) {
        Random random = new Random(seed * 7919);
        List<RecordedEvidence> evidence = new ArrayList<>();
        int size = 2 + random.nextInt(6);
        for (int i = 0; i < size; i++) {
            evidence.add(piece(random));
        }
        Collections.shuffle(evidence, random);
        return evidence;
    }

    private static RecordedEvidence piece(Random random) {
        String call = "call-" + random.nextInt(4);
        long sequence = random.nextInt(8);
        String id = NAMES[random.nextInt(NAMES.length)];
        String externalId = random.nextInt(4) == 0 ? null : NAMES[random.nextInt(NAMES.length)];
        return switch (random.nextInt(9)) {
            case 0 -> Claims.at(Claims.evidence(id, "action", Provenance.MODEL, externalId, null, null), "", sequence);
            case 1 -> Claims.observed("other", id, externalId, call, sequence);
            case 2, 3, 4 -> Claims.observed("action", id, externalId, call, sequence);
            default -> Claims.verified("verification", subject(id, externalId), random.nextInt(4) > 0, call, sequence);
        };
    }

    private static Subject subject(String id, @Nullable String externalId) {
        boolean named = !id.isEmpty() || (externalId != null && !externalId.isEmpty());
        return new Subject(named ? id : "a", externalId);
    }
}
