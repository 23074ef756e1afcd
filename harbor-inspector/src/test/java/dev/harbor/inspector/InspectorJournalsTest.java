package dev.harbor.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.run.RunState;
import dev.harbor.store.jdbc.JdbcJournal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages over each journal. */
final class InspectorJournalsTest {

    @Test
    void memory_isShown() {
        assertShown(InMemoryJournal.create());
    }

    @Test
    void sqlite_isShown(@TempDir Path folder) {
        assertShown(JdbcJournal.sqlite(folder.resolve("runs.db")));
    }

    @Test
    void postgres_isShown() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            assertShown(JdbcJournal.builder().acceptVolatile().postgres(server.getPostgresDatabase()));
        }
    }

    private static void assertShown(Journal journal) {
        InspectorLimits limits = InspectorLimits.builder().pageRuns(2).build();
        try (Served served = Served.start(journal, builder -> builder.limits(limits))) {
            served.run(Served.ADA, "a1", "see", Json.parse("{\"where\": \"beyond the river\"}"));
            served.run(Served.ADA, "a2", "change", Json.parse("{\"door\": \"north\"}"));
            served.run(Served.EVE, "e1", "ask");

            assertThat(served.get("root", "/").body())
                    .contains("a1", "a2", "id=\"next\"")
                    .doesNotContain("e1");
            assertThat(served.get("root", "/?after=a2").body()).contains("e1").doesNotContain("a1");
            assertThat(served.get("root", "/?state=waiting&tenant=acme").body())
                    .contains("a2")
                    .doesNotContain("a1");
            assertThat(served.get("root", "/runs/a1").body()).contains("beyond the river", "hill-7");
            assertThat(served.get("root", "/waiting").body()).contains("north");

            served.post("root", "/runs/a2/pauses/" + served.pauseOf("a2") + "/approve");
            served.await("a2", RunState.SUCCEEDED);
        }
    }
}
