package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnitsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1.0 KiB",
        "32768, 32.0 KiB",
        "1048576, 1.0 MiB",
        "5368709120, 5.0 GiB",
        "1e15, 909.5 TiB",
    })
    void bytes_haveTheirUnit(double bytes, String text) {
        assertThat(Units.bytes(bytes)).isEqualTo(text);
    }

    @Test
    void numbers_areGroupedAndPluralsAreRight() {
        assertThat(Units.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Units.count(1, "line")).isEqualTo("1 line");
        assertThat(Units.count(0, "line")).isEqualTo("0 lines");
        assertThat(Units.percent(99.96)).isEqualTo("100.0 %");
        assertThat(Units.millis(Duration.ofNanos(1_234_560_000))).isEqualTo("1,234.6");
    }
}
