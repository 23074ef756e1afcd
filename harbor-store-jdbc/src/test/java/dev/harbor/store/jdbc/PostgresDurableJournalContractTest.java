package dev.harbor.store.jdbc;

import dev.harbor.journal.Journal;
import dev.harbor.testkit.DurableJournalContract;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

final class PostgresDurableJournalContractTest extends DurableJournalContract {

    private final String schema = PostgresServer.newSchema();

    @Override
    protected Journal create(Clock clock) {
        return reopen(clock);
    }

    @Override
    protected Journal reopen(Clock clock) {
        return JdbcJournal.builder().clock(clock).schema(schema).postgres(PostgresServer.source());
    }

    @Override
    protected void damage(String stream, long sequence) {
        run("UPDATE " + schema + ".record SET data = set_byte(data, 2, get_byte(data, 2) # 1)"
                + where(stream, sequence));
    }

    @Override
    protected void lose(String stream, long sequence) {
        run("DELETE FROM " + schema + ".record" + where(stream, sequence));
    }

    private String where(String stream, long sequence) {
        return " WHERE sequence = " + sequence + " AND stream = (SELECT id FROM " + schema + ".stream WHERE name = '"
                + stream + "')";
    }

    @Override
    protected void makeNewer() {
        run("UPDATE " + schema + ".schema_version SET version = version + 1");
    }

    private void run(String sql) {
        RawSql.run(RawSql.of(PostgresServer.source()), sql);
    }

    @Override
    protected Object fingerprint() {
        List<String> rows = new ArrayList<>();
        for (String table : List.of("schema_version", "stream", "record", "head", "head_key")) {
            rows.addAll(RawSql.column(
                    RawSql.of(PostgresServer.source()),
                    "SELECT t::text AS line FROM " + schema + "." + table + " t ORDER BY line"));
        }
        return rows;
    }
}
