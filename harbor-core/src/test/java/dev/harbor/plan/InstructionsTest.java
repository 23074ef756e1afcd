package dev.harbor.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InstructionsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, maxOutputTokens",
        "-1, 0, maxOutputTokens",
        "1000001, 0, maxOutputTokens",
        "1, -0.1, temperature",
        "1, 2.1, temperature",
        "1, NaN, temperature"
    })
    void number_outOfBounds_isRefusedByName(int tokens, double temperature, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Instructions("", "", tokens, temperature))
                .withMessageContaining(named);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1000000, 2"})
    void number_atItsBounds_isTaken(int tokens, double temperature) {
        assertThat(new Instructions("", "", tokens, temperature).temperature()).isEqualTo(temperature);
    }

    @Test
    void text_isBoundedInBytes() {
        String most = "é".repeat(Instructions.MAX_TEXT_BYTES / 2);

        assertThat(new Instructions(most, most, 1, 0).system()).isEqualTo(most);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Instructions(most + "x", "", 1, 0))
                .withMessageContaining("system");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Instructions("", most + "x", 1, 0))
                .withMessageContaining("user");
    }

    @Test
    void none_saysNothing() {
        assertThat(Instructions.NONE.system()).isEmpty();
        assertThat(Instructions.NONE.user()).isEmpty();
    }
}
