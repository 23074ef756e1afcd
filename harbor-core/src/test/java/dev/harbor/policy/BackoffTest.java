package dev.harbor.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BackoffTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Double arithmetic, and the cut to whole nanoseconds. */
    private static final double ROUNDING = 1e-12;

    @Test
    void delay_byDefault_isBaseThenDoubled() {
        assertThat(IntStream.rangeClosed(1, 5).mapToObj(n -> Backoff.STANDARD.delay(n, 0)))
                .containsExactly(
                        Duration.ofMillis(100),
                        Duration.ofMillis(200),
                        Duration.ofMillis(400),
                        Duration.ofMillis(800),
                        Duration.ofMillis(1600));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void delay_ofRandomPolicies_keepsItsBoundsAndNeverShrinks(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            Backoff backoff = randomBackoff(random);
            Duration before = Duration.ZERO;
            for (int n = 1; n <= 70; n++) {
                checkBounds(backoff, n, random.nextDouble(), seed);
                Duration now = backoff.delay(n, 0);
                assertThat(now).as("%s retry %s seed %s", backoff, n, seed).isGreaterThanOrEqualTo(before);
                before = now;
            }
        }
    }

    private static void checkBounds(Backoff backoff, int n, double jitter, long seed) {
        double base = backoff.base().toNanos();
        double least = base * Math.pow(Math.max(1, backoff.multiplier()), n - 1.0);
        double max = backoff.max().toNanos();
        assertThat((double) backoff.delay(n, jitter).toNanos())
                .as("%s retry %s jitter %s seed %s", backoff, n, jitter, seed)
                .isBetween(
                        Math.min(least, max) * (1 - ROUNDING) - 1,
                        Math.min((least + 0.1 * base) * (1 + ROUNDING), max));
    }

    private static Backoff randomBackoff(Random random) {
        Duration base = Duration.ofNanos((long) Math.pow(10, random.nextDouble() * 13));
        Duration max = Duration.ofNanos((long) Math.pow(10, random.nextDouble() * 18));
        return new Backoff(base, random.nextDouble() * 4, max);
    }

    @Test
    void delay_withMaxBelowBase_isAlwaysMax() {
        Backoff backoff = new Backoff(SECOND, 3, Duration.ofMillis(10));

        assertThat(IntStream.rangeClosed(1, 50).mapToObj(n -> backoff.delay(n, 0.9)))
                .containsOnly(Duration.ofMillis(10));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1})
    void delay_withoutGrowth_isFlat(double multiplier) {
        Backoff backoff = new Backoff(SECOND, multiplier, Duration.ofHours(1));

        assertThat(IntStream.rangeClosed(1, 50).mapToObj(n -> backoff.delay(n, 0)))
                .containsOnly(SECOND);
    }

    @Test
    void delay_withoutBaseOrBeforeTheFirstRetry_isZero() {
        assertThat(IntStream.rangeClosed(-2, 50).mapToObj(n -> Backoff.NONE.delay(n, 0.9)))
                .containsOnly(Duration.ZERO);
        assertThat(Backoff.STANDARD.delay(0, 0.9)).isZero();
        assertThat(Backoff.STANDARD.delay(Integer.MIN_VALUE, 0.9)).isZero();
    }

    @Test
    void delay_ofAHugeRetry_saturatesAtMax() {
        Duration ages = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

        assertThat(Backoff.STANDARD.delay(Integer.MAX_VALUE, 0.9)).isEqualTo(Duration.ofSeconds(30));
        assertThat(new Backoff(ages, 1e300, ages).delay(Integer.MAX_VALUE, 0.9)).isEqualTo(ages);
        assertThat(new Backoff(Duration.ofNanos(1), 2, ages).delay(63, 0)).isEqualTo(Duration.ofNanos(1L << 62));
    }

    @Test
    void fixed_always_waitsTheSame() {
        assertThat(IntStream.rangeClosed(1, 9)
                        .mapToObj(n -> Backoff.fixed(SECOND).delay(n, 0.99)))
                .containsOnly(SECOND);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void multiplier_outOfBounds_isRefused(double multiplier) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(SECOND, multiplier, SECOND))
                .withMessageContaining("multiplier");
    }

    @Test
    void durations_negative_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Backoff(SECOND.negated(), 2, SECOND));
        assertThatIllegalArgumentException().isThrownBy(() -> new Backoff(SECOND, 2, SECOND.negated()));
    }
}
