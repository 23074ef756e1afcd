package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.Evidence;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.tool.EvidenceProjection;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.http.Service.Says;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a service answers counts as evidence where the host says so, and nowhere else. */
final class EvidenceTest {

    private static final String ANSWER = "{\"id\":\"o-7\",\"state\":\"paid\"}";

    private static HttpTool.Builder pay(Service service) {
        return HttpTool.post("orders.pay", service.url("/pay")).effect(SideEffect.EXTERNAL);
    }

    private static EvidenceProjection paid() {
        return EvidenceProjection.observed("payment").externalId("/id").build();
    }

    @Test
    void answer_makesTheEvidenceThatIsDeclared() throws Exception {
        try (Service service = Service.saying(Says.json(ANSWER));
                World world = World.of(pay(service).evidence(paid()).build())) {
            ToolOutcome.Success<Json> paid = (ToolOutcome.Success<Json>) world.call("orders.pay", "{}");

            assertThat(paid.evidence())
                    .containsExactly(
                            Evidence.observed("payment", Json.parse(ANSWER)).externalId("o-7"));
        }
    }

    @Test
    void answer_withoutADeclaration_makesNone() throws Exception {
        try (Service service = Service.saying(Says.json(ANSWER));
                World world = World.of(pay(service).build())) {
            ToolOutcome.Success<Json> paid = (ToolOutcome.Success<Json>) world.call("orders.pay", "{}");

            assertThat(paid.evidence()).isEmpty();
        }
    }

    @Test
    void answer_withoutTheField_isRefused_andNotInDoubt() throws Exception {
        try (Service service = Service.saying(Says.json("{\"state\":\"paid\"}"));
                World world = World.of(pay(service).evidence(paid()).build())) {
            ToolOutcome<Json> outcome = world.call("orders.pay", "{}");

            assertThat(World.error(outcome).code()).isEqualTo(ErrorCode.INVALID_RESULT);
            assertThat(World.error(outcome).outcomeKnown()).isTrue();
            assertThat(service.asked()).hasSize(1);
        }
    }

    @Test
    void refusal_makesNoEvidence() throws Exception {
        try (Service service = Service.saying(Says.status(409));
                World world = World.of(pay(service).evidence(paid()).build())) {
            assertThat(World.error(world.call("orders.pay", "{}")).code().value())
                    .isEqualTo("HTTP_CONFLICT");
        }
    }

    @Test
    void manifest_declaresEvidence() throws Exception {
        String manifest = """
                version: 1
                tools:
                  - name: orders.check
                    method: GET
                    url_template: %s
                    side_effect: read
                    evidence:
                      - type: check
                        verification:
                          status: /state
                          passing: [paid]
                          subject_external_id: /id
                """;
        try (Service service = Service.saying(Says.json(ANSWER));
                World world = World.of(HttpManifest.parse(manifest.formatted(service.url("/o")))
                        .toArray(HttpTool[]::new))) {
            ToolOutcome.Success<Json> checked = (ToolOutcome.Success<Json>) world.call("orders.check", "{}");

            assertThat(checked.evidence())
                    .isEqualTo(List.of(
                            Evidence.verified("check", Json.parse(ANSWER), new Evidence.Subject(null, "o-7"), true)));
        }
    }
}
