package dev.harbor.store.jdbc;

import dev.harbor.journal.Journal;
import dev.harbor.testkit.DurableJournalContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

final class SqliteDurableJournalContractTest extends DurableJournalContract {

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("journal.db");
    }

    @Override
    protected Journal create(Clock clock) {
        return reopen(clock);
    }

    @Override
    protected Journal reopen(Clock clock) {
        return JdbcJournal.builder().clock(clock).sqlite(file());
    }

    @Override
    protected void damage(String stream, long sequence) {
        run("UPDATE record SET data = CAST('{\"number\":0}' AS BLOB)" + where(stream, sequence));
    }

    @Override
    protected void lose(String stream, long sequence) {
        run("DELETE FROM record" + where(stream, sequence));
    }

    private static String where(String stream, long sequence) {
        return " WHERE sequence = " + sequence + " AND stream = (SELECT id FROM stream WHERE name = '" + stream + "')";
    }

    @Override
    protected void makeNewer() {
        run("PRAGMA user_version = " + (SqliteSchema.CURRENT.version() + 1));
    }

    private void run(String sql) {
        RawSql.run(RawSql.sqlite(file()), sql);
    }

    @Override
    protected Object fingerprint() {
        try {
            return new BigInteger(Files.readAllBytes(file()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
