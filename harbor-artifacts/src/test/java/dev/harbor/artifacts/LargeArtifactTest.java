package dev.harbor.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Content larger than the heap. How large: {@code -Dharbor.large.mebibytes=4096}. */
final class LargeArtifactTest {

    private static final long BYTES = Long.getLong("harbor.large.mebibytes", 256) << 20;

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void content_manyTimesTheHeap_streamsInAndOut() throws Exception {
        try (ChildJvm child =
                ChildJvm.start(List.of("-Xmx64m"), LargeArtifact.class, folder.toString(), String.valueOf(BYTES))) {
            assertThat(child.end()).containsExactly(BYTES + " " + BYTES + " true");
        }
    }
}
