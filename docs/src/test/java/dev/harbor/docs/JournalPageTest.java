package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.SealedJournal;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.seal.SealingKeys;
import dev.harbor.store.jdbc.JdbcArtifactStore;
import dev.harbor.store.jdbc.JdbcJournal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the page on journals quotes. */
final class JournalPageTest {

    @Test
    void sqlite(@TempDir Path directory) {
        // snippet: journal-sqlite
        try (Journal journal = JdbcJournal.sqlite(directory.resolve("journal.db"));
                HarborRuntime runtime = HarborRuntime.builder()
                        .journal(journal)
                        .artifacts(Artifacts.over(JdbcArtifactStore.sqlite(directory.resolve("artifacts.db"))))
                        .build()) {
            // end
            assertThat(runtime.as(Identity.of("acme", "ada", "session-1"))).isNotNull();
            assertThat(journal.find(HeadQuery.everyTenant())).isEmpty();
        }
    }

    @Test
    void sealed(@TempDir Path directory) throws IOException {
        byte[] key = new byte[SealingKeys.KEY_BYTES];
        byte[] lastYearsKey = "the key of the year before, once".getBytes(StandardCharsets.US_ASCII);
        Path file = directory.resolve("journal.db");

        // snippet: journal-sealed
        SealingKeys keys = SealingKeys.of("2026", key).retired("2025", lastYearsKey);
        try (Journal journal = SealedJournal.over(JdbcJournal.sqlite(file), keys)) {
            // end
            StreamHead head = StreamHead.of("run-1", Identity.of("acme", "ada", "session-1"), "running");
            Claim claim = journal.claim("run-1", "test", Duration.ofMinutes(1)).orElseThrow();
            Json data = Json.parse("{\"argument\":\"hunter2\"}");
            journal.append(claim, 0, List.of(new JournalEntry("call.intended", 1, Instant.EPOCH, data)), head);
            try (Stream<JournalRecord> records = journal.read("run-1", 1)) {
                assertThat(records.map(record -> record.entry().data())).containsExactly(data);
            }
        }
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                .contains("call.intended", "session-1")
                .doesNotContain("hunter2", "argument");
    }
}
