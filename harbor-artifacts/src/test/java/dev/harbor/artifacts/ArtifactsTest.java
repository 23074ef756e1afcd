package dev.harbor.artifacts;

import static dev.harbor.artifacts.Samples.ADA;
import static dev.harbor.artifacts.Samples.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.safety.ContextSafety;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArtifactsTest {

    @Test
    void defaults_areThoseOfTheTable(@TempDir Path folder) {
        try (ContextSafety files = Artifacts.files(folder);
                ContextSafety memory = Artifacts.memory()) {
            assertThat(files.thresholdBytes()).isEqualTo(32 * 1024).isEqualTo(memory.thresholdBytes());
            assertThat(memory.tools()).hasSize(1);
        }
    }

    @Test
    void threshold_outOfBounds_isRefused_soThatNothingIsEverOff() {
        for (int bytes : new int[] {Integer.MIN_VALUE, -1, 0, 1, 1023, (1 << 20) + 1, Integer.MAX_VALUE}) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> Artifacts.builder().thresholdBytes(bytes))
                    .withMessageContaining("1024 to 1048576");
        }
        for (int bytes : new int[] {1024, 1 << 20}) {
            assertThat(Artifacts.builder().thresholdBytes(bytes).memory().thresholdBytes())
                    .isEqualTo(bytes);
        }
    }

    @Test
    void settings_outOfBounds_areRefused() {
        List<ThrowingCallable> wrong = List.of(
                () -> Artifacts.builder().modelTimeout(Duration.ZERO),
                () -> Artifacts.builder().modelTimeout(Duration.ofSeconds(-1)),
                () -> Artifacts.builder().contextWindowTokens(0),
                () -> Artifacts.builder().reserve(-0.01),
                () -> Artifacts.builder().reserve(1),
                () -> Artifacts.builder().reserve(Double.NaN));
        for (ThrowingCallable each : wrong) {
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(each);
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void nulls_areRefused() {
        List<ThrowingCallable> wrong = List.of(
                () -> Artifacts.files(null),
                () -> Artifacts.over(null),
                () -> Artifacts.builder().limits(null),
                () -> Artifacts.builder().clock(null),
                () -> Artifacts.builder().tokens(null),
                () -> Artifacts.memoryStore(null, Samples.CLOCK),
                () -> Artifacts.memoryStore(ArtifactLimits.NONE, null));
        for (ThrowingCallable each : wrong) {
            assertThatNullPointerException().isThrownBy(each);
        }
    }

    @Test
    void limits_ofACustomStore_areItsOwn() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(
                        () -> Artifacts.builder().limits(ArtifactLimits.NONE).over(Artifacts.memoryStore()));
    }

    @Test
    void limits_holdForWhatIsSettled() {
        ContextSafety safety = Artifacts.builder()
                .limits(ArtifactLimits.builder().maxArtifactBytes(10).build())
                .memory();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> safety.artifacts(RUN).put("eleven byte"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED));
    }

    @Test
    void customStore_isUsedAndClosed() {
        ArtifactStore store = Artifacts.memoryStore();
        ArtifactRef ref;
        try (ContextSafety safety = Artifacts.over(store)) {
            ref = safety.artifacts(RUN).put("hello").ref();
            assertThat(store.find(ADA, ref)).isPresent();
        }
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.find(ADA, ref))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }
}
