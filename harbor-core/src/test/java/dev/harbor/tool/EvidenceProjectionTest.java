package dev.harbor.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.json.Json;
import dev.harbor.json.Violation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which claims follow from a result, and which results make none. */
final class EvidenceProjectionTest {

    private static final Json ORDER = Json.parse(
            "{\"order\":{\"id\":\"o-7\",\"sum\":12},\"at\":\"https://shop.example/o-7\",\"none\":null,\"checks\":[\"ok\"]}");

    @Test
    void fieldsOfAResult_makeAnObservation() {
        Evidence claim = EvidenceProjection.observed("order")
                .data("/order")
                .externalId("/order/id")
                .reference("/at")
                .build()
                .project(ORDER);

        assertThat(claim)
                .isEqualTo(Evidence.observed("order", Json.parse("{\"id\":\"o-7\",\"sum\":12}"))
                        .externalId("o-7")
                        .reference("https://shop.example/o-7"));
    }

    @Test
    void wholeResult_isTheClaim_whenNothingElseIsSaid() {
        assertThat(EvidenceProjection.observed("order").build().project(ORDER).data())
                .isEqualTo(ORDER);
    }

    @Test
    void number_isAName() {
        assertThat(EvidenceProjection.observed("order")
                        .externalId("/order/sum")
                        .build()
                        .project(ORDER)
                        .externalId())
                .isEqualTo("12");
    }

    @ParameterizedTest
    @CsvSource({"ok, true", "warn, true", "failed, false"})
    void statusOfAResult_makesAVerification(String status, boolean passed) {
        EvidenceProjection checked = EvidenceProjection.verified("tests", "/status", Json.of("ok"), Json.of("warn"))
                .subjectExternalId("/commit")
                .build();

        Evidence claim = checked.project(Json.parse("{\"status\":\"" + status + "\",\"commit\":\"abc\"}"));

        assertThat(claim.provenance()).isEqualTo(Provenance.VERIFIED);
        assertThat(claim.passed()).isEqualTo(passed);
        assertThat(claim.subject()).isEqualTo(new Evidence.Subject(null, "abc"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/no", "/none", "/order", "/checks", "/order/id/x"})
    void fieldThatIsNotThere_orIsNoName_refusesTheResult_withItsPlace(String pointer) {
        EvidenceProjection projection =
                EvidenceProjection.observed("order").externalId(pointer).build();

        assertThatThrownBy(() -> projection.project(ORDER)).isInstanceOfSatisfying(InvalidResult.class, refused -> {
            assertThat(refused.outcomeKnown()).isTrue();
            assertThat(refused.violations()).extracting(Violation::pointer).containsExactly(pointer);
        });
    }

    @Test
    void claimThatIsNone_refusesTheResult() {
        assertThatThrownBy(() -> EvidenceProjection.observed("order")
                        .data("/none")
                        .build()
                        .project(ORDER))
                .isInstanceOf(InvalidResult.class)
                .hasMessageContaining("not empty");
    }

    @Test
    void projection_thatCanNotBeMade_isRefusedAtOnce() {
        assertThatThrownBy(() -> EvidenceProjection.observed(" ")).isInstanceOf(InvalidToolDefinition.class);
        assertThatThrownBy(() -> EvidenceProjection.observed("order").data("order.id"))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContaining("JSON pointer");
        assertThatThrownBy(() -> EvidenceProjection.verified("tests", "/status"))
                .isInstanceOf(InvalidToolDefinition.class);
        assertThatThrownBy(() -> EvidenceProjection.verified("tests", "/status", Json.of(true))
                        .build())
                .isInstanceOf(InvalidToolDefinition.class);
        assertThatThrownBy(() -> EvidenceProjection.observed("order")
                        .subjectExternalId("/x")
                        .build())
                .isInstanceOf(InvalidToolDefinition.class);
    }
}
