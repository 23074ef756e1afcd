package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Evidence.Subject;
import dev.harbor.artifact.Provenance;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RecordedEvidenceTest {

    private static final Evidence CLAIM = Claims.evidence("", "type", Provenance.MODEL, null, null, null);
    private static final Evidence SEEN = Evidence.observed("type", Claims.DATA);
    private static final Evidence CHECKED = Evidence.verified("type", Claims.DATA, new Subject("e-1", null), true);

    @Test
    void call_belongsToTools_andOnlyToThem() {
        assertThat(recorded(CLAIM, "", 0).callId()).isEmpty();
        assertThat(recorded(SEEN, "call-1", 0).callId()).isEqualTo("call-1");
        assertThat(recorded(CHECKED, "c".repeat(256), 0).evidence()).isEqualTo(CHECKED);
        refused(CLAIM, "call-1", 0, "MODEL");
        refused(SEEN, "", 0, "OBSERVED");
        refused(CHECKED, "", 0, "VERIFIED");
        refused(CHECKED, "c".repeat(257), 0, "callId");
    }

    @Test
    void sequence_isNotNegative() {
        assertThat(recorded(SEEN, "call-1", Long.MAX_VALUE).sequence()).isEqualTo(Long.MAX_VALUE);
        refused(SEEN, "call-1", -1, "sequence");
    }

    private static RecordedEvidence recorded(Evidence evidence, String call, long sequence) {
        return new RecordedEvidence(evidence, call, sequence, Instant.EPOCH);
    }

    private static void refused(Evidence evidence, String call, long sequence, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recorded(evidence, call, sequence))
                .withMessageContaining(named);
    }
}
