package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryAfterTest {

    private final ManualClock clock = ManualClock.at(Instant.parse("2026-11-30T10:00:00Z"));

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | PT0S",
                "120 | PT2M",
                "0000000000000007 | PT7S",
                "86400 | PT24H",
                "86401 | PT24H",
                "99999999999999999999999 | PT24H",
                "Mon, 30 Nov 2026 10:00:09 GMT | PT9S",
                "Monday, 30-Nov-26 10:00:09 GMT | PT9S",
                "Mon Nov 30 10:00:09 2026 | PT9S",
                "Tue Dec  1 10:00:00 2026 | PT24H",
                "Sun, 29 Nov 2026 10:00:09 GMT | PT0S",
                "Fri, 30 Nov 2035 10:00:09 GMT | PT24H"
            })
    void value_inSecondsOrAsADate_isBounded(String value, Duration wait) {
        assertThat(RetryAfter.parse(value, clock)).contains(wait);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "1.5",
                "soon",
                "1 s",
                "Mon, 31 Feb 2026 10:00:00 GMT",
                "٣",
                "Fri, 30 Nov 2026 10:00:09 GMT"
            })
    void value_thatIsNeither_isNone(String value) {
        assertThat(RetryAfter.parse(value, clock)).isEmpty();
    }
}
