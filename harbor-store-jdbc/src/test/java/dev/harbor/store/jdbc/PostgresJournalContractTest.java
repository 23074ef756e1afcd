package dev.harbor.store.jdbc;

import dev.harbor.journal.Journal;
import dev.harbor.testkit.JournalContract;
import java.time.Clock;

final class PostgresJournalContractTest extends JournalContract {

    private final String schema = PostgresServer.newSchema();

    @Override
    protected Journal create(Clock clock) {
        return JdbcJournal.builder().clock(clock).schema(schema).postgres(PostgresServer.source());
    }

    @Override
    protected Journal reopen(Journal journal, Clock clock) {
        return create(clock);
    }
}
