package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CompletionEvaluatorsTest {

    private static final CompletionContract MODE = CompletionContract.of("tests_green");

    private final List<CompletionContract> asked = new ArrayList<>();
    private final CompletionEvaluators standard = CompletionEvaluators.standard();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "solution_delivered",
                "action_with_verification",
                "observed_remote_branch",
                "pipeline_verification"
            })
    void standard_hasTheFourModes_atV1Only(String mode) throws Exception {
        CompletionContract contract = CompletionContract.of(mode);

        assertThat(standard.require(contract).evaluate(contract, List.of()).complete())
                .isFalse();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> standard.require(new CompletionContract(mode, "v2", Map.of())));
    }

    @Test
    void evaluator_ofOneVersion_isAskedForThatVersionOnly() throws Exception {
        CompletionEvaluators both =
                standard.with("tests_green", "v1", this::refuse).with("tests_green", "v2", this::ask);
        CompletionContract second = new CompletionContract("tests_green", "v2", Map.of("suite", "all"));

        assertThat(both.require(second).evaluate(second, List.of())).isEqualTo(Completion.reached("green"));
        assertThat(both.require(MODE).evaluate(MODE, List.of())).isEqualTo(Completion.missing("red"));
        assertThat(asked).containsExactly(second);
    }

    @Test
    void evaluator_ofOtherModesVersion_ofABuiltInMode_leavesTheBuiltInAlone() throws Exception {
        CompletionEvaluators more = standard.with(CompletionContract.SOLUTION_DELIVERED, "v2", this::ask);
        CompletionContract first = CompletionContract.of(CompletionContract.SOLUTION_DELIVERED);

        assertThat(more.require(first)).isSameAs(standard.require(first));
        assertThat(asked).isEmpty();
    }

    @Test
    void contract_thatNobodyEvaluates_isRefusedNamingIt_andWhatIsThere() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> standard.require(MODE))
                .withMessageContaining("tests_green@v1")
                .withMessageContaining("observed_remote_branch@v1")
                .withMessageContaining("solution_delivered@v1");
    }

    @Test
    void evaluator_registeredTwice_isRefused() {
        CompletionEvaluators more = standard.with("tests_green", "v1", this::ask);

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> more.with("tests_green", "v1", this::refuse))
                .withMessageContaining("tests_green");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> standard.with(CompletionContract.SOLUTION_DELIVERED, "v1", this::ask));
    }

    @ParameterizedTest
    @CsvSource({"'', v1", "' ', v1", "mode, v0", "mode, latest", "mode, ''"})
    void evaluator_ofBlankModeOrNoVersion_isRefused(String mode, String version) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> standard.with(mode, version, this::ask));
    }

    @Test
    void registry_isNotChangedByAnother() {
        CompletionEvaluators more = standard.with("tests_green", "v1", this::ask);

        assertThat(more.require(MODE)).isNotNull();
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> standard.require(MODE));
    }

    @ParameterizedTest
    @CsvSource({
        "solution_delivered, artefactType, x, artifactType",
        "solution_delivered, actionType, x, artifactType",
        "observed_remote_branch, branch, x, artifactType",
        "action_with_verification, artifactType, x, verificationType",
        "action_with_verification, requireNewer, no, true or false",
        "pipeline_verification, requireOtherCall, TRUE, true or false"
    })
    void parameter_thatABuiltInCannotRead_isRefusedBeforeItIsAsked(
            String mode, String name, String value, String allowed) {
        CompletionContract contract = CompletionContract.of(mode).with(name, value);

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> standard.require(contract))
                .withMessageContaining("'" + name + "'")
                .withMessageContaining(allowed);
    }

    private Completion ask(CompletionContract contract, List<RecordedEvidence> evidence) {
        asked.add(contract);
        return Completion.reached("green");
    }

    private Completion refuse(CompletionContract contract, List<RecordedEvidence> evidence) {
        return Completion.missing("red");
    }
}
