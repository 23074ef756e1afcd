package dev.harbor.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsTest {

    @Test
    void of_nothing_isShort() {
        assertThat(Settings.of()).isEqualTo(new Settings(2, 3, 3, 1000, 6, ""));
    }

    @Test
    void of_everything_isTaken() {
        Settings settings =
                Settings.of("rounds=5", "warmups=6", "iterations=7", "millis=200", "coldStarts=9", "only=two fields");

        assertThat(settings).isEqualTo(new Settings(5, 6, 7, 200, 9, "two fields"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"round=2", "rounds=0", "rounds=-1", "rounds=two", "=", ""})
    void of_mistake_isRefused(String argument) {
        assertThatIllegalArgumentException().isThrownBy(() -> Settings.of(argument));
    }
}
