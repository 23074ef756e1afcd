package dev.harbor.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SamplesTest {

    @Test
    void median_ofOddCount_isTheMiddle() {
        assertThat(Samples.median(List.of(9.0, 1.0, 4.0))).isEqualTo(4.0);
    }

    @Test
    void median_ofEvenCount_isBetweenTheTwoInTheMiddle() {
        assertThat(Samples.median(List.of(9.0, 1.0, 4.0, 6.0))).isEqualTo(5.0);
    }

    @Test
    void and_ofTwoRounds_keepsEveryIteration() {
        Samples both = new Samples(List.of(1.0), List.of(8.0)).and(new Samples(List.of(2.0, 3.0), List.of(16.0)));

        assertThat(both).isEqualTo(new Samples(List.of(1.0, 2.0, 3.0), List.of(8.0, 16.0)));
        assertThat(both.medianNanos()).isEqualTo(2.0);
        assertThat(both.leastBytes()).isEqualTo(8.0);
        assertThat(both.spread()).isEqualTo(1.0);
    }
}
