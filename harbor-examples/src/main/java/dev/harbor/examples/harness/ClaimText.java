package dev.harbor.examples.harness;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import org.jspecify.annotations.Nullable;

/** A claim as an operator writes it. */
record ClaimText(
        @Nullable String id,
        String type,
        @Param(defaultValue = "v1") String schemaVersion,
        Seen provenance,
        @Nullable Json data,
        @Nullable String reference,
        @Nullable String externalId,
        @Nullable SubjectText subject,
        @Nullable Boolean passed) {

    enum Seen {
        @Param("observed")
        OBSERVED(Provenance.OBSERVED),
        @Param("verified")
        VERIFIED(Provenance.VERIFIED);

        private final Provenance provenance;

        Seen(Provenance provenance) {
            this.provenance = provenance;
        }
    }

    record SubjectText(
            @Nullable String evidenceId, @Nullable String externalId) {

        private Evidence.Subject subject() {
            return new Evidence.Subject(evidenceId, externalId);
        }
    }

    /**
     * Returns the claim.
     *
     * @throws Refused if a bound is broken
     */
    Evidence evidence() {
        try {
            return new Evidence(
                    id == null ? "" : id,
                    type,
                    schemaVersion,
                    provenance.provenance,
                    data,
                    reference,
                    externalId,
                    subject == null ? null : subject.subject(),
                    passed);
        } catch (IllegalArgumentException e) {
            throw new Refused("--evidence-json: " + e.getMessage(), e);
        }
    }
}
