package dev.harbor.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.benchmarks.Entry.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TableTest {

    @Test
    void of_results_hasARowForEachGoal() {
        Entry ours = Entry.of(Clock.CPU, "ours", "Any.method").goals(Goal.ratio("theirs", "theirs", 1), Goal.bytes(64));
        Entry theirs = Entry.of(Clock.WALL, "theirs", "Any.other");
        Entry absent = Entry.of(Clock.WALL, "absent", "Any.third");
        Map<String, Samples> results = Map.of(
                "ours", new Samples(List.of(50.0, 150.0, 100.0), List.of(80.0)),
                "theirs", new Samples(List.of(20_000.0), List.of()));

        assertThat(Table.of(List.of(ours, theirs, absent), results)).isEqualTo("""
                        | benchmark | median     | spread | B/op | measured      | goal     | met |
                        | --------- | ---------- | ------ | ---- | ------------- | -------- | --- |
                        | ours      | 100 ns cpu | 100 %  | 80   | 0.01 × theirs | ≤ 1.00 × | yes |
                        |           |            |        |      | 80 B          | ≤ 64 B   | NO  |
                        | theirs    | 20.0 µs    | 0 %    |      |               |          |     |
                        """);
    }

    @ParameterizedTest
    @CsvSource({
        "1.25, 1.3 ns",
        "99.9, 99.9 ns",
        "100, 100 ns",
        "9999, 9999 ns",
        "10000, 10.0 µs",
        "9999900, 9999.9 µs",
        "12345678, 12.3 ms"
    })
    void time_ofNanos_isReadable(double nanos, String text) {
        assertThat(Table.time(nanos)).isEqualTo(text);
    }
}
