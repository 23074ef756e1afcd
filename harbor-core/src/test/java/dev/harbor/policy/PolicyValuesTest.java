package dev.harbor.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The small values of the package: breaker, rate limit, retry-on. */
final class PolicyValuesTest {

    @ParameterizedTest
    @CsvSource({
        "0, 1, 50, PT1S, 1, window",
        "1001, 1, 50, PT1S, 1, window",
        "10, 0, 50, PT1S, 1, minimumAttempts",
        "10, 11, 50, PT1S, 1, minimumAttempts",
        "10, 5, 0, PT1S, 1, failurePercent",
        "10, 5, 100.1, PT1S, 1, failurePercent",
        "10, 5, NaN, PT1S, 1, failurePercent",
        "10, 5, 50, PT0.000999999S, 1, openFor",
        "10, 5, 50, P365DT0.000000001S, 1, openFor",
        "10, 5, 50, -PT1S, 1, openFor",
        "10, 5, 50, PT1S, 0, trialCalls",
        "10, 5, 50, PT1S, 101, trialCalls"
    })
    void breaker_outOfBounds_isRefusedByName(
            int window, int minimum, double percent, Duration openFor, int trials, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Breaker(window, minimum, percent, openFor, trials))
                .withMessageContaining(named);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 0.1, PT0.001S, 1", "1000, 1000, 100, P365D, 100"})
    void breaker_atItsBounds_isTaken(int window, int minimum, double percent, Duration openFor, int trials) {
        assertThat(new Breaker(window, minimum, percent, openFor, trials).openFor())
                .isEqualTo(openFor);
    }

    @ParameterizedTest
    @CsvSource({"0, PT1S", "1000001, PT1S", "-1, PT1S", "1, PT0.000999999S", "1, P365DT0.000000001S", "1, -PT1S"})
    void rateLimit_outOfBounds_isRefused(int attempts, Duration period) {
        assertThatIllegalArgumentException().isThrownBy(() -> new RateLimit(attempts, period));
    }

    @ParameterizedTest
    @CsvSource({"1, PT0.001S", "1000000, P365D"})
    void rateLimit_atItsBounds_isTaken(int attempts, Duration period) {
        assertThat(new RateLimit(attempts, period).period()).isEqualTo(period);
    }

    @Test
    void retryOn_permanent_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryOn.of(ErrorClass.TRANSIENT, ErrorClass.PERMANENT))
                .withMessageContaining("permanent");
    }

    @ParameterizedTest
    @EnumSource(ErrorClass.class)
    void retryOn_standard_allowsAllButPermanent(ErrorClass errorClass) {
        assertThat(RetryOn.STANDARD.allows(errorClass)).isEqualTo(errorClass != ErrorClass.PERMANENT);
        assertThat(RetryOn.never().allows(errorClass)).isFalse();
    }

    @Test
    void retryOn_ofClasses_isAnOrderedCopy() {
        assertThat(RetryOn.of(ErrorClass.SERVER, ErrorClass.TRANSIENT).classes())
                .containsExactly(ErrorClass.TRANSIENT, ErrorClass.SERVER)
                .isUnmodifiable();
        assertThat(RetryOn.of()).isEqualTo(RetryOn.never());
        assertThatNullPointerException().isThrownBy(() -> new RetryOn(null));
        assertThat(new RetryOn(Set.of(ErrorClass.TIMEOUT))).isEqualTo(RetryOn.of(ErrorClass.TIMEOUT));
    }
}
