package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run whose records are more than the heap of the process that drives it. How long: {@code -Dharbor.long.calls=10000}. */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
final class LongRunMemoryTest {

    private static final int CALLS = Integer.getInteger("harbor.long.calls", 1_000);
    private static final List<String> OPTIONS = List.of("-Xmx48m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    @TempDir
    Path folder;

    @Test
    void run_ofManyCalls_isDrivenInASmallHeap() throws Exception {
        Path journal = folder.resolve("journal.db");
        try (ChildJvm child = ChildJvm.start(OPTIONS, LongRun.class, journal.toString(), "" + CALLS)) {
            assertThat(child.end()).containsExactly("succeeded " + (CALLS - CALLS / 2000));
        }
    }
}
