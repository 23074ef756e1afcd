package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An answer larger than the heap. How large: {@code -Dharbor.large.mebibytes=1024}. */
final class LargeDownloadTest {

    private static final long BYTES = Long.getLong("harbor.large.mebibytes", 256) << 20;

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void answer_manyTimesTheHeap_becomesAnArtifact() throws Exception {
        Process child = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeDownload.class.getName(),
                        folder.resolve("store").toString(),
                        String.valueOf(BYTES)))
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(said.strip()).isEqualTo(BYTES + " application/zip");
            assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            child.destroyForcibly();
        }
    }
}
