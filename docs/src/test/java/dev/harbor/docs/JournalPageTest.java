package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.store.jdbc.JdbcArtifactStore;
import dev.harbor.store.jdbc.JdbcJournal;
import java.nio.file.Path;
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
}
