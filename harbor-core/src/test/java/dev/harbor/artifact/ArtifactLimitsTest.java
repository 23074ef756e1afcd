package dev.harbor.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

final class ArtifactLimitsTest {

    private static final List<LongFunction<ArtifactLimits.Builder>> SETTERS = List.of(
            bytes -> ArtifactLimits.builder().maxArtifactBytes(bytes),
            bytes -> ArtifactLimits.builder().maxSessionBytes(bytes),
            bytes -> ArtifactLimits.builder().maxUserBytes(bytes),
            bytes -> ArtifactLimits.builder().maxTenantBytes(bytes),
            bytes -> ArtifactLimits.builder().maxTotalBytes(bytes));

    @Test
    void none_limitsNothing() {
        assertThat(ArtifactLimits.NONE.maxBytesAtOnce()).isEqualTo(ArtifactLimits.UNLIMITED);
        assertThat(ArtifactLimits.NONE.maxAge()).isEmpty();
        assertThat(ArtifactLimits.NONE.isExpired(Instant.MIN, Instant.MAX)).isFalse();
    }

    @Test
    void each_limit_boundsWhatCanBeStoredAtOnce() {
        for (LongFunction<ArtifactLimits.Builder> setter : SETTERS) {
            assertThat(setter.apply(7).build().maxBytesAtOnce()).isEqualTo(7);
            assertThat(setter.apply(7).build().toBuilder().build().toString()).contains("7 bytes");
        }
    }

    @Test
    void each_limit_belowOne_isRefused() {
        for (LongFunction<ArtifactLimits.Builder> setter : SETTERS) {
            for (long bytes : new long[] {Long.MIN_VALUE, -1, 0}) {
                assertThatExceptionOfType(IllegalArgumentException.class)
                        .isThrownBy(() -> setter.apply(bytes))
                        .withMessageContaining("1 or more");
            }
        }
    }

    @Test
    void age_isExact_alsoWhenItIsVeryLong() {
        Instant stored = Instant.parse("2030-01-01T00:00:00Z");
        ArtifactLimits hour =
                ArtifactLimits.builder().maxAge(Duration.ofHours(1)).build();
        assertThat(hour.isExpired(stored, stored.plusSeconds(3600).minusNanos(1)))
                .isFalse();
        assertThat(hour.isExpired(stored, stored.plusSeconds(3600))).isTrue();
        assertThat(hour.isExpired(stored, stored.minusSeconds(9999))).isFalse();
        ArtifactLimits ever = ArtifactLimits.builder()
                .maxAge(Duration.ofSeconds(Long.MAX_VALUE))
                .build();
        assertThat(ever.isExpired(stored, Instant.MAX)).isFalse();
        assertThat(hour.toBuilder().noMaxAge().build().maxAge()).isEmpty();
    }

    @Test
    void age_ofNothing_isRefused() {
        for (Duration age : List.of(Duration.ZERO, Duration.ofNanos(-1))) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> ArtifactLimits.builder().maxAge(age));
        }
    }
}
