package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactStore;
import dev.harbor.journal.Journal;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Is where what is to outlive the processes of a test is kept: a file of SQLite, or a schema of the PostgreSQL server that this process has started.
 *
 * @param text names the place to another process: the file, or the URL of the server and the schema, joined by a blank
 */
record Where(String text) {

    static Where sqlite(Path folder) {
        return new Where(folder.resolve("journal.db").toString());
    }

    static Where postgres() throws Exception {
        String schema = PostgresServer.newSchema();
        return new Where(PostgresServer.server().getJdbcUrl("postgres", "postgres") + " " + schema);
    }

    private boolean isFile() {
        return text.indexOf(' ') < 0;
    }

    private String schema() {
        return text.split(" ", 2)[1];
    }

    Journal journal(Clock clock) {
        return isFile()
                ? JdbcJournal.builder().clock(clock).sqlite(Path.of(text))
                : JdbcJournal.builder().schema(schema()).postgres(PostgresServer.source());
    }

    ArtifactStore artifacts(Clock clock) {
        return isFile()
                ? JdbcArtifactStore.builder().clock(clock).sqlite(Driving.besides(text))
                : JdbcArtifactStore.builder().clock(clock).schema(schema()).postgres(PostgresServer.source());
    }

    /** Waits until the server has ended what dead processes had begun, and, as it goes by its own clock, makes the leases of the dead end there. */
    void lapse() {
        if (!isFile()) {
            PostgresServer.awaitNoChild();
            RawSql.run(
                    RawSql.of(PostgresServer.source()),
                    "UPDATE " + schema() + ".stream SET until_second = 0, until_nano = 0");
        }
    }
}
