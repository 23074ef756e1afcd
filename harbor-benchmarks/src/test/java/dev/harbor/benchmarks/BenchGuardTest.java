package dev.harbor.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.benchmarks.BenchGuard.Allowance;
import dev.harbor.benchmarks.Entry.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BenchGuardTest {

    private static final Entry ENTRY = Entry.of(Clock.CPU, "call", "Any.method").goals(Goal.nanos(1), Goal.bytes(2048));

    @ParameterizedTest
    @CsvSource({"2048, 1, false", "2049, 1, true", "1024, 0.5, false", "1025, 0.5, true"})
    void of_bytes_isBrokenAboveTheScaledLimit(double bytes, double scale, boolean broken) {
        List<Allowance> allowances = BenchGuard.of(ENTRY, new Samples(List.of(9.0), List.of(bytes)), scale);

        assertThat(allowances).singleElement().returns(broken, Allowance::isBroken);
    }

    @Test
    void of_nothingMeasured_isBroken() {
        assertThat(BenchGuard.of(ENTRY, Samples.NONE, 1)).singleElement().returns(true, Allowance::isBroken);
        assertThat(BenchGuard.of(ENTRY, new Samples(List.of(9.0), List.of()), 1))
                .singleElement()
                .returns(true, Allowance::isBroken);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.1", "NaN", "much"})
    void scale_thatDoesNotTighten_isRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> BenchGuard.scale(text));
    }

    @Test
    void guarded_programme_holdsBothPayloadsAndThePolicyWithAndWithoutItsLimiter() {
        assertThat(Programme.guarded().stream().map(Entry::id))
                .containsExactly(
                        "two fields: Harbor, whole contract",
                        "300 bytes: Harbor, whole contract",
                        "policy layer: retry, breaker, bulkhead, deadline",
                        "policy layer: with the rate limit too");
    }
}
