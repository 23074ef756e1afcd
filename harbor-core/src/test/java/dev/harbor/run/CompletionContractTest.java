package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ConfigurationException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CompletionContractTest {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void mode_blankOrTooLong_isRefused(String blank) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> CompletionContract.of(blank))
                .withMessageContaining("1 to 64");
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> CompletionContract.of("m".repeat(65)));
        assertThat(CompletionContract.of("m".repeat(64)).version()).isEqualTo("v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v0", "v01", "1", "V1", "latest", "", "v1 ", "v-1"})
    void version_notVAndANumber_isRefused(String version) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> new CompletionContract("mode", version, Map.of()))
                .withMessageContaining("'mode'")
                .withMessageContaining("'" + version + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v10", "v999999999"})
    void version_ofVAndANumber_isTaken(String version) {
        assertThat(new CompletionContract("mode", version, Map.of()).version()).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t"})
    void parameter_blank_isNone(String blank) {
        CompletionContract plain = CompletionContract.of("mode");

        assertThat(plain.with("type", blank)).isEqualTo(plain);
        assertThat(plain.with("type", "a").with("type", blank)).isEqualTo(plain);
        assertThat(plain.with("type", " a ")).isEqualTo(plain.with("type", "a"));
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> plain.with(blank, "a"));
    }

    @Test
    void parameters_changedLater_stay() {
        Map<String, String> parameters = new HashMap<>(Map.of("b", "2", "a", "1"));
        CompletionContract contract = new CompletionContract("mode", "v1", parameters);
        parameters.put("c", "3");

        assertThat(contract.parameters()).containsExactly(Map.entry("a", "1"), Map.entry("b", "2"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> contract.parameters().clear());
    }
}
