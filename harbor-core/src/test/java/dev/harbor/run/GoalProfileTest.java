package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.plan.Instructions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GoalProfileTest {

    private final GoalProfile profile =
            GoalProfile.builder("report", "v1", "You write reports.").build();

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\" \\n\\t\"", "\"\\u2003\"", "null", "{}", "[]"})
    void answer_thatIsBlank_failsTheTurn(String answer) {
        assertThatExceptionOfType(RunException.class)
                .isThrownBy(() -> profile.interpret(Json.parse(answer)))
                .withMessageContaining("'report'")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.MODEL_FAILED));
    }

    @Test
    void answer_thatIsNoJson_failsTheTurn() {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> profile.interpret(Json.lazy("It is done.")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"Done.\"", "\"  <b>é\\u0000</b> \"", "{\"a\":[1.10]}", "[0]", "42", "false"})
    void answer_isTheResult_andOneClaim(String text) {
        Json answer = Json.parse(text);
        Interpretation interpretation = profile.interpret(answer);

        assertThat(interpretation.stop()).isTrue();
        assertThat(interpretation.result()).isEqualTo(Json.of(Map.of("summary", answer)));
        assertThat(interpretation.evidence()).hasSize(1);
        Evidence claim = interpretation.evidence().get(0);
        assertThat(claim.id()).isEmpty();
        assertThat(claim.type()).isEqualTo("solution");
        assertThat(claim.schemaVersion()).isEqualTo("v1");
        assertThat(claim.provenance()).isEqualTo(Provenance.MODEL);
        assertThat(claim.data()).isEqualTo(answer);
    }

    @Test
    void answer_largerThanAClaim_failsTheTurn() {
        Json most = Json.string("x".repeat(Evidence.MAX_DATA_BYTES - 2));

        assertThat(profile.interpret(most).evidence().get(0).data()).isEqualTo(most);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> profile.interpret(Json.string("x".repeat(Evidence.MAX_DATA_BYTES - 1))));
    }

    @Test
    void profile_isWhatItWasBuiltWith() throws Exception {
        CompletionContract branch = CompletionContract.of(CompletionContract.OBSERVED_REMOTE_BRANCH);
        GoalProfile built = GoalProfile.builder("fix", "v2", "You fix.")
                .completion(branch)
                .summaryEvidenceType("fix.summary")
                .maxOutputTokens(1)
                .build();

        assertThat(built.name()).isEqualTo("fix");
        assertThat(built.version()).isEqualTo("v2");
        assertThat(built.completion()).isEqualTo(branch);
        assertThat(built.interpret(Json.string("Done.")).evidence().get(0).type())
                .isEqualTo("fix.summary");
    }

    @ParameterizedTest
    @ValueSource(strings = {"solution", "report.summary"})
    void contract_thatIsNotSet_isFulfilledByTheClaimOfTheProfile(String type) throws Exception {
        GoalProfile built = GoalProfile.builder("report", "v1", "You write.")
                .summaryEvidenceType(type)
                .build();
        Evidence claim = built.interpret(Json.string("Done.")).evidence().get(0);

        assertThat(CompletionEvaluators.standard()
                        .require(built.completion())
                        .evaluate(built.completion(), List.of(Claims.at(claim, "", 1))))
                .isEqualTo(Completion.reached("solution_delivered"));
    }

    @ParameterizedTest
    @CsvSource({"'', v1, text", "' ', v1, text", "name, v0, text", "name, '', text", "name, v1, ''", "name, v1, ' '"})
    void nameVersionOrPrompt_missing_isRefused(String name, String version, String prompt) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> GoalProfile.builder(name, version, prompt));
    }

    @Test
    void setting_outOfBounds_isRefusedByTheNameOfTheProfile() {
        GoalProfile.Builder builder = GoalProfile.builder("report", "v1", "You write.");

        refused(() -> builder.maxOutputTokens(0), "tokens");
        refused(() -> builder.maxOutputTokens(Instructions.MAX_OUTPUT_TOKENS + 1), "tokens");
        refused(() -> builder.summaryEvidenceType(" "), "type");
        refused(() -> builder.summaryEvidenceType("t".repeat(257)), "type");
        refused(() -> GoalProfile.builder("report", "v1", "é".repeat(Instructions.MAX_TEXT_BYTES / 2 + 1)), "prompt");
        assertThat(builder.summaryEvidenceType("t".repeat(256))
                        .maxOutputTokens(Instructions.MAX_OUTPUT_TOKENS)
                        .build()
                        .name())
                .isEqualTo("report");
    }

    private static void refused(Runnable attempt, String named) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(attempt::run)
                .withMessageContaining("'report'")
                .withMessageContaining(named);
    }
}
