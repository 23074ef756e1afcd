package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Evidence.Subject;
import dev.harbor.artifact.Provenance;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CallResolutionTest {

    private static final Evidence SEEN = Evidence.observed("deploy", Claims.DATA);
    private static final Evidence CHECKED = Evidence.verified("probe", Claims.DATA, new Subject("e-1", null), true);

    private final CallResolution plain = CallResolution.succeeded("ann");

    @Test
    void resolution_ofAnActorAlone_hasTheRest() {
        assertThat(plain).isEqualTo(new CallResolution(true, "operator_resolved", Json.NULL, none(), "ann", ""));
        assertThat(CallResolution.failed("ann"))
                .isEqualTo(new CallResolution(false, "operator_resolved", Json.NULL, none(), "ann", ""));
    }

    @Test
    void resolution_builtUp_isWhatItWasGiven() {
        assertThat(plain.code("deployed_by_hand")
                        .output(Json.parse("{ \"id\" : 7 }"))
                        .evidence(SEEN, CHECKED)
                        .note("see the log"))
                .isEqualTo(new CallResolution(
                        true,
                        "deployed_by_hand",
                        Json.parse("{\"id\":7}"),
                        List.of(SEEN, CHECKED),
                        "ann",
                        "see the log"));
    }

    @Test
    void evidence_ofAModel_isRefused() {
        refused(
                () -> plain.evidence(SEEN, Claims.evidence("", "deploy", Provenance.MODEL, null, null, null)),
                "OBSERVED or VERIFIED");
    }

    @Test
    void evidence_isBoundedInNumber() {
        Evidence[] most = Collections.nCopies(64, SEEN).toArray(Evidence[]::new);
        Evidence[] more = Collections.nCopies(65, SEEN).toArray(Evidence[]::new);

        assertThat(plain.evidence(most).evidence()).hasSize(64);
        refused(() -> plain.evidence(more), "64");
    }

    @Test
    void output_heavierThanAMebibyte_isRefusedNamingTheWayOut() {
        Json most = Json.string("x".repeat(CallResolution.MAX_OUTPUT_BYTES - 2));

        assertThat(plain.output(most).output()).isEqualTo(most);
        refused(() -> plain.output(Json.string("x".repeat(CallResolution.MAX_OUTPUT_BYTES - 1))), "artifact");
        assertThatExceptionOfType(MalformedJsonException.class).isThrownBy(() -> plain.output(Json.lazy("done")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "a-b"})
    void code_thatIsNone_isRefused(String code) {
        refused(() -> plain.code(code), "code");
        refused(() -> plain.code("c".repeat(65)), "code");
        assertThat(plain.code("c".repeat(64)).code()).hasSize(64);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void actor_blankOrTooLong_isRefused(String actor) {
        refused(() -> CallResolution.succeeded(actor), "actor");
        refused(() -> CallResolution.failed("a".repeat(257)), "actor");
        assertThat(CallResolution.failed("a".repeat(256)).actor()).hasSize(256);
    }

    @Test
    void note_isBounded() {
        assertThat(plain.note("n".repeat(4096)).note()).hasSize(4096);
        refused(() -> plain.note("n".repeat(4097)), "note");
    }

    private static List<Evidence> none() {
        return List.of();
    }

    private static void refused(Runnable attempt, String named) {
        assertThatIllegalArgumentException().isThrownBy(attempt::run).withMessageContaining(named);
    }
}
