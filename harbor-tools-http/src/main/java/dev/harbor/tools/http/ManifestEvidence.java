package dev.harbor.tools.http;

import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.tool.EvidenceProjection;
import dev.harbor.tool.InvalidToolDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is a claim that follows from fields of a result, as a manifest says it. */
record ManifestEvidence(
        @Param(description = "what kind of claim it is") String type,

        @Param(description = "where the claim is; the whole result unless said") @Nullable
        String data,

        @Param("external_id") @Nullable String externalId,
        @Nullable String reference,

        @Param(description = "makes the claim a verification") @Nullable
        Verification verification) {

    record Verification(
            @Param(description = "where the result says what the check found")
            String status,

            @Param(description = "the values there with which it passed")
            List<Json> passing,

            @Param("subject_evidence_id") @Nullable String evidenceId,
            @Param("subject_external_id") @Nullable String externalId) {}

    EvidenceProjection build() {
        EvidenceProjection.Builder builder = builder();
        if (data != null) {
            builder.data(data);
        }
        if (externalId != null) {
            builder.externalId(externalId);
        }
        if (reference != null) {
            builder.reference(reference);
        }
        return builder.build();
    }

    private EvidenceProjection.Builder builder() {
        if (verification == null) {
            return EvidenceProjection.observed(type);
        }
        if (verification.passing().isEmpty()) {
            throw new InvalidToolDefinition("a verification names the values with which it passed");
        }
        EvidenceProjection.Builder builder = EvidenceProjection.verified(
                type, verification.status(), verification.passing().toArray(Json[]::new));
        if (verification.evidenceId() != null) {
            builder.subjectEvidenceId(verification.evidenceId());
        }
        return verification.externalId() == null ? builder : builder.subjectExternalId(verification.externalId());
    }
}
