package dev.harbor.event;

import dev.harbor.artifact.Provenance;
import java.time.Instant;
import java.util.Objects;

/**
 * A tool offered evidence that it was not granted; its result was kept and the evidence was not.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param evidenceType the type of the claim
 * @param provenance the provenance of the claim: the tool was not granted it, or another claim of the run has its id
 */
public record EvidenceRefused(CallProvenance call, Instant at, String evidenceType, Provenance provenance)
        implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.evidence_refused";

    /** Checks that nothing is missing. */
    public EvidenceRefused {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(evidenceType, "evidenceType");
        Objects.requireNonNull(provenance, "provenance");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
