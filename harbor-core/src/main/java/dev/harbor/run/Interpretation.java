package dev.harbor.run;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import java.util.List;
import java.util.Objects;

/**
 * Is what a profile makes of an answer.
 *
 * <p>Immutable.
 *
 * @param evidence what the model claims; only of provenance {@link Provenance#MODEL}, for a model sees and checks nothing; ids are given when it is recorded
 * @param result the result of the run, should its contract be fulfilled now
 * @param stop whether the run waits when its contract is not fulfilled; otherwise it goes on with another turn
 */
public record Interpretation(List<Evidence> evidence, Json result, boolean stop) {

    /**
     * Copies the list and checks the provenance.
     *
     * @throws RunException with code {@link ErrorCode#INVALID_EVIDENCE} if something claims to be observed or verified
     */
    public Interpretation {
        evidence = List.copyOf(evidence);
        Objects.requireNonNull(result, "result");
        evidence.forEach(Interpretation::requireClaimOfModel);
    }

    private static void requireClaimOfModel(Evidence evidence) {
        if (evidence.provenance() != Provenance.MODEL) {
            throw new RunException(
                    ErrorCode.INVALID_EVIDENCE,
                    "an answer of a model can't be " + evidence.provenance() + " evidence (type '" + evidence.type()
                            + "'); a profile makes " + Provenance.MODEL + " evidence only");
        }
    }
}
