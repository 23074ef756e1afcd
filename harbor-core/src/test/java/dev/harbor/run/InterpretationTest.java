package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Evidence.Subject;
import dev.harbor.artifact.Provenance;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class InterpretationTest {

    private static final Evidence CLAIM = Claims.evidence("", "solution", Provenance.MODEL, null, null, null);

    static Stream<Evidence> notOfAModel() {
        return Stream.of(
                Evidence.observed("deploy", Claims.DATA),
                Evidence.verified("probe", Claims.DATA, new Subject("e-1", null), true));
    }

    @ParameterizedTest
    @MethodSource("notOfAModel")
    void evidence_thatAModelCannotHave_isRefused(Evidence forged) {
        assertThatExceptionOfType(RunException.class)
                .isThrownBy(() -> new Interpretation(List.of(CLAIM, forged), Json.NULL, true))
                .withMessageContaining(forged.provenance().name())
                .withMessageContaining("'" + forged.type() + "'")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_EVIDENCE));
    }

    @Test
    void evidence_changedLater_stays() {
        List<Evidence> evidence = new ArrayList<>(List.of(CLAIM, CLAIM.id("e-1")));
        Interpretation interpretation = new Interpretation(evidence, Json.NULL, false);
        evidence.clear();

        assertThat(interpretation.evidence()).containsExactly(CLAIM, CLAIM.id("e-1"));
    }
}
