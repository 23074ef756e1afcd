package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of before keep what they have: streams whose heads were found by indexes of their own rows are found after those have moved to a table of their own. */
final class OldTablesTest {

    private static final Instant WAKE = Instant.parse("2030-01-01T00:00:00.000000007Z");

    private static final StreamHead HEAD = Samples.head("run/1").wakeAt(WAKE).keys(Map.of("agent", "refunds"));

    private static final JournalEntry ENTRY = Samples.entry(1);

    private static final byte[] DATA = ENTRY.data().toBytes();

    private static final List<String> DROPPED =
            List.of("stream_tenant", "stream_user", "stream_session", "stream_state", "stream_wake");

    @TempDir
    private Path folder;

    private static Schema first(Schema schema, int steps) {
        return new Schema(schema.steps().subList(0, steps));
    }

    /** Returns what wrote rows of before: one of a stream, one of a name that was only claimed, one of a stream that was deleted. */
    private static String[] rows(String qualifier, String bytesBefore) {
        String keys = String.join(
                ", ",
                bytes(bytesBefore, ScopeKey.tenant("acme")),
                bytes(bytesBefore, ScopeKey.user("acme", "ada")),
                bytes(bytesBefore, ScopeKey.session(Samples.ADA)));
        String columns = "INSERT INTO " + qualifier + "stream (name, epoch, born, sequence, token, until_second,"
                + " until_nano, tenant, user_name, session, tenant_key, user_key, session_key, state, wake_second,"
                + " wake_nano, keys) VALUES ";
        String none = ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)";
        return new String[] {
            columns + "('run/1', 2, 2, 1, 9, -31557014167219200, 0, 'acme', 'ada', 'session-1', " + keys
                    + ", 'running', " + WAKE.getEpochSecond() + ", 7, '{\"agent\":\"refunds\"}')",
            columns + "('run/claimed', 1, 0, 0, 0, 0, 0" + none,
            columns + "('run/deleted', 5, 5, 0, 0, 0, 0" + none,
            "INSERT INTO " + qualifier + "record SELECT id, 2, 1, '" + ENTRY.type() + "', " + ENTRY.version() + ", "
                    + ENTRY.at().getEpochSecond() + ", " + ENTRY.at().getNano() + ", " + RecordRow.FORMAT + ", "
                    + RecordRow.checksum("run/1", 1, ENTRY, DATA) + ", 9, " + bytes(bytesBefore, DATA) + " FROM "
                    + qualifier + "stream WHERE name = 'run/1'",
            "INSERT INTO " + qualifier + "head_key SELECT id, 'agent', 'refunds' FROM " + qualifier
                    + "stream WHERE name = 'run/1'"
        };
    }

    private static String bytes(String before, byte[] value) {
        return before + HexFormat.of().formatHex(value) + "'";
    }

    private static void requireThere(Journal journal) {
        try (Stream<JournalRecord> records = journal.read("run/1", 1)) {
            assertThat(records).extracting(JournalRecord::entry).containsExactly(ENTRY);
        }
        List<HeadQuery> queries = List.of(
                HeadQuery.everyTenant(),
                HeadQuery.tenant("acme"),
                HeadQuery.user("acme", "ada"),
                HeadQuery.session(Samples.ADA),
                HeadQuery.everyTenant().states("running", "waiting"),
                HeadQuery.everyTenant().dueBy(WAKE),
                HeadQuery.everyTenant().unclaimedBy(Instant.EPOCH),
                HeadQuery.tenant("acme").key("agent", "refunds"));
        for (HeadQuery query : queries) {
            assertThat(journal.find(query)).extracting(StreamInfo::head).containsExactly(HEAD);
        }
        assertThat(journal.find(HeadQuery.everyTenant().dueBy(WAKE.minusNanos(1))))
                .isEmpty();
    }

    @Test
    void sqliteTables_ofVersion2_haveTheirHeadsMoved() {
        Path file = folder.resolve("journal.db");
        SqliteOpening.open(file, first(SqliteSchema.CURRENT, 2)).close();
        RawSql.run(RawSql.sqlite(file), rows("", "X'"));

        try (Journal journal = JdbcJournal.sqlite(file)) {
            requireThere(journal);
        }
        assertThat(RawSql.column(RawSql.sqlite(file), "SELECT name FROM sqlite_master WHERE type = 'index'"))
                .contains("head_state", "stream_until")
                .doesNotContainAnyElementsOf(DROPPED);
    }

    @Test
    void postgresTables_ofVersion2_haveTheirHeadsMoved_andLoseTheReferenceOfRecords() {
        String name = PostgresServer.newSchema();
        PostgresDatabase database = new PostgresDatabase(PostgresServer.source(), name, Clock.systemUTC());
        PostgresOpening.open(database, name, first(PostgresSchema.CURRENT, 2), false);
        database.close();
        RawSql.run(RawSql.of(PostgresServer.source()), rows(name + '.', "'\\x"));

        try (Journal journal = JdbcJournal.builder().schema(name).postgres(PostgresServer.source())) {
            requireThere(journal);
        }
        assertThat(column("SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = '" + name
                        + ".record'::regclass"))
                .isEmpty();
        assertThat(column("SELECT indexname FROM pg_indexes WHERE schemaname = '" + name + "'"))
                .contains("head_state", "stream_until")
                .doesNotContainAnyElementsOf(DROPPED);
    }

    private static List<String> column(String query) {
        return RawSql.column(RawSql.of(PostgresServer.source()), query);
    }
}
