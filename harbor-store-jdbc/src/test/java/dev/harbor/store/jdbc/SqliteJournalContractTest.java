package dev.harbor.store.jdbc;

import dev.harbor.journal.Journal;
import dev.harbor.testkit.JournalContract;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

final class SqliteJournalContractTest extends JournalContract {

    @TempDir
    Path folder;

    @Override
    protected Journal create(Clock clock) {
        return JdbcJournal.builder().clock(clock).sqlite(folder.resolve("journal.db"));
    }

    @Override
    protected Journal reopen(Journal journal, Clock clock) {
        return create(clock);
    }
}
