package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.9999S, 999 ms",
        "PT1S, 1.0 s",
        "PT59.99S, 59.9 s",
        "PT60S, 1 min",
        "PT61S, 1 min 1 s",
        "PT1H, 1 h",
        "PT25H2M3S, 25 h 2 min"
    })
    void duration_isSaidAsPeopleDo(Duration duration, String text) {
        assertThat(Durations.text(duration)).isEqualTo(text);
    }
}
