package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Content larger than the heap. How large: {@code -Dharbor.large.mebibytes=1024}. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
final class LargeArtifactTest {

    private static final long BYTES = Long.getLong("harbor.large.mebibytes", 256) << 20;

    @TempDir
    Path folder;

    @Test
    void content_manyTimesTheHeap_streamsInAndOutOfSqlite() throws Exception {
        assertStreams(folder.resolve("artifacts.db").toString());
    }

    @Test
    void content_manyTimesTheHeap_streamsInAndOutOfPostgres() throws Exception {
        assertStreams(PostgresServer.server().getJdbcUrl("postgres", "postgres"), PostgresServer.newSchema());
    }

    private static void assertStreams(String... where) throws Exception {
        String[] arguments = Stream.concat(Stream.of(where), Stream.of(String.valueOf(BYTES)))
                .toArray(String[]::new);
        try (ChildJvm child = ChildJvm.start(List.of("-Xmx64m"), LargeArtifact.class, arguments)) {
            assertThat(child.end()).containsExactly(BYTES + " " + BYTES);
        }
    }
}
