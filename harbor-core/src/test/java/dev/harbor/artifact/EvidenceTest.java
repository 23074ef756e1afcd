package dev.harbor.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.artifact.Evidence.Subject;
import dev.harbor.json.Json;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EvidenceTest {

    private static final Json DATA = Json.string("done");
    private static final Subject SUBJECT = new Subject("e-1", null);

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"null", "\"\"", "{}", "[]"})
    void data_thatSaysNothing_isRefused_unlessThereIsAReference(@Nullable String text) {
        Json data = text == null ? null : Json.parse(text);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> evidence("type", "v1", data, null))
                .withMessageContaining("data");
        assertThat(evidence("type", "v1", data, "sha256:1").reference()).isEqualTo("sha256:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "0", "\" \"", "[null]", "{\"a\":null}"})
    void data_thatSaysSomething_isTaken(String text) {
        assertThat(evidence("type", "v1", Json.parse(text), null).data()).isEqualTo(Json.parse(text));
    }

    @Test
    void reference_thatIsBlank_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> evidence("type", "v1", DATA, " "))
                .withMessageContaining("reference");
    }

    @Test
    void bounds_areExact() {
        String type = "t".repeat(256);
        String version = "v".repeat(64);
        String reference = "r".repeat(4096);
        Json data = Json.string("d".repeat(Evidence.MAX_DATA_BYTES - 2));

        assertThat(evidence(type, version, data, reference).data()).isEqualTo(data);
        refused(() -> evidence(type + "t", version, data, reference), "type");
        refused(() -> evidence(" ", version, data, reference), "type");
        refused(() -> evidence(type, version + "v", data, reference), "schemaVersion");
        refused(() -> evidence(type, " ", data, reference), "schemaVersion");
        refused(() -> evidence(type, version, data, reference + "r"), "reference");
        refused(() -> evidence(type, version, Json.string("d".repeat(Evidence.MAX_DATA_BYTES - 1)), reference), "data");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "VERIFIED")
    void claimOrObservation_withWhatBelongsToAVerification_isRefused(Provenance provenance) {
        assertThat(evidence(provenance, null, null).provenance()).isEqualTo(provenance);
        refused(() -> evidence(provenance, SUBJECT, null), "subject");
        refused(() -> evidence(provenance, null, true), "passed");
        refused(() -> evidence(provenance, SUBJECT, false), "subject");
    }

    @Test
    void verification_needsSubjectAndFinding() {
        assertThat(evidence(Provenance.VERIFIED, SUBJECT, false).passed()).isFalse();
        assertThat(evidence(Provenance.VERIFIED, new Subject(null, "branch"), true)
                        .passed())
                .isTrue();
        refused(() -> evidence(Provenance.VERIFIED, SUBJECT, null), "passed");
        refused(() -> evidence(Provenance.VERIFIED, null, true), "subject");
        refused(() -> new Subject(null, null), "subject");
        refused(() -> new Subject("", ""), "subject");
    }

    @Test
    void evidence_hasNoPlaceForRunCallOrTime() {
        assertThat(Stream.of(Evidence.class.getRecordComponents())
                        .map(component -> component.getName())
                        .collect(Collectors.toSet()))
                .isEqualTo(Arrays.stream(("id type schemaVersion provenance data reference externalId subject passed")
                                .split(" "))
                        .collect(Collectors.toSet()));
    }

    private static Evidence evidence(String type, String version, @Nullable Json data, @Nullable String reference) {
        return new Evidence("", type, version, Provenance.OBSERVED, data, reference, null, null, null);
    }

    private static Evidence evidence(Provenance provenance, @Nullable Subject subject, @Nullable Boolean passed) {
        return new Evidence("", "type", "v1", provenance, DATA, null, null, subject, passed);
    }

    private static void refused(Runnable attempt, String named) {
        assertThatIllegalArgumentException().isThrownBy(attempt::run).withMessageContaining(named);
    }
}
