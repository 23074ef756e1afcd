package dev.harbor.run;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Evidence.Subject;
import dev.harbor.artifact.Provenance;
import dev.harbor.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Evidence in its place in a run. */
final class Claims {

    static final Json DATA = Json.string("done");

    private Claims() {}

    static RecordedEvidence claimed(String type, long sequence) {
        return at(evidence("", type, Provenance.MODEL, null, null, null), "", sequence);
    }

    static RecordedEvidence observed(String type, String id, @Nullable String externalId, String call, long sequence) {
        return at(evidence(id, type, Provenance.OBSERVED, externalId, null, null), call, sequence);
    }

    static RecordedEvidence verified(String type, Subject subject, boolean passed, String call, long sequence) {
        return at(evidence("v-" + sequence, type, Provenance.VERIFIED, null, subject, passed), call, sequence);
    }

    static RecordedEvidence at(Evidence evidence, String call, long sequence) {
        return new RecordedEvidence(evidence, call, sequence, Instant.EPOCH.plusSeconds(sequence));
    }

    static Evidence evidence(
            String id,
            String type,
            Provenance provenance,
            @Nullable String externalId,
            @Nullable Subject subject,
            @Nullable Boolean passed) {
        return new Evidence(id, type, "v1", provenance, DATA, null, externalId, subject, passed);
    }
}
