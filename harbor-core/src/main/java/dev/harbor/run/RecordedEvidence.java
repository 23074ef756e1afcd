package dev.harbor.run;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import java.time.Instant;
import java.util.Objects;

/**
 * Is a claim with its place in a run: which call made it, and when. Neither is what the tool or the model says: the run notes it.
 *
 * <p>Immutable.
 *
 * @param evidence the claim
 * @param callId the call that made it, at most 256 characters; empty if and only if a model claimed it
 * @param sequence the place in the journal of the run, 0 or more; what is newer has the higher one, and what one record holds shares one
 * @param at when it was recorded
 */
public record RecordedEvidence(Evidence evidence, String callId, long sequence, Instant at) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if the sequence is negative, or a call is missing or given against the provenance
     */
    public RecordedEvidence {
        Objects.requireNonNull(at, "at");
        if (sequence < 0) {
            throw new IllegalArgumentException("sequence must not be negative, got " + sequence);
        }
        if (callId.length() > 256) {
            throw new IllegalArgumentException("callId must have at most 256 characters, got " + callId.length());
        }
        if (callId.isEmpty() != (evidence.provenance() == Provenance.MODEL)) {
            throw new IllegalArgumentException(
                    "a callId belongs to what a tool observed or verified, and only to it; got '" + callId + "' and "
                            + evidence.provenance());
        }
    }
}
