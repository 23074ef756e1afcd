package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that earlier versions made, kept for ever. */
final class GoldenJournalTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = "journal-v1")
    void file_ofAnEarlierVersion_isReadAndGoneOnWith(String name) throws IOException {
        Path file = folder.resolve(name + ".db");
        Files.write(file, resource(name + ".db"));

        try (JdbcJournal journal = JdbcJournal.sqlite(file)) {
            Json expected = Json.parse(new String(resource(name + ".json"), StandardCharsets.UTF_8).strip());
            assertThat(GoldenJournal.describe(journal)).isEqualTo(expected);
            assertThat(journal.find(HeadQuery.everyTenant().key("token", "t-1")))
                    .hasSize(1);
            Claim again = journal.seize("run-deleted", "four", Duration.ofMinutes(1));
            assertThat(again.epoch()).isGreaterThan(1);
            assertThat(journal.append(again, 0, Samples.entries(1, 1), Samples.head("run-deleted")))
                    .isEqualTo(1);
            Claim waiting = journal.seize("run-waiting", "four", Duration.ofMinutes(1));
            assertThat(journal.append(
                            waiting,
                            1,
                            Samples.entries(2, 1),
                            journal.info("run-waiting").orElseThrow().head()))
                    .isEqualTo(2);
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(GoldenJournalTest.class.getResourceAsStream("/" + name), name)) {
            return in.readAllBytes();
        }
    }
}
