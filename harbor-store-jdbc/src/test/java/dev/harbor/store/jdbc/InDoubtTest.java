package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.store.jdbc.CutWire.Cut;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

/** PostgreSQL that is lost while it commits: an append happens once or is told as what it is. */
final class InDoubtTest {

    private static final String STREAM = "run-1";

    private final String schema = PostgresServer.newSchema();
    private CutWire wire;
    private JdbcJournal journal;
    private Claim claim;

    @BeforeEach
    void open() throws IOException {
        wire = new CutWire(PostgresServer.server().getPort());
        journal = journal(Duration.ofMinutes(1));
        claim = journal.claim(STREAM, "one", Samples.LEASE).orElseThrow();
    }

    private JdbcJournal journal(Duration patience) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        // Without prepared statements the text of the append is on the wire each time.
        source.setUrl("jdbc:postgresql://localhost:" + wire.port() + "/postgres?user=postgres&prepareThreshold=0");
        return JdbcJournal.builder().schema(schema).patience(patience).postgres(source);
    }

    @AfterEach
    void close() throws IOException {
        journal.close();
        wire.close();
    }

    private List<JournalRecord> read() {
        try (Stream<JournalRecord> records = journal.read(STREAM, 1)) {
            return records.toList();
        }
    }

    private static List<JournalRecord> records(int count) {
        List<JournalRecord> records = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            records.add(new JournalRecord(i, Samples.entry(i)));
        }
        return records;
    }

    @ParameterizedTest
    @EnumSource(
            value = Cut.class,
            names = {"NEVER"},
            mode = EnumSource.Mode.EXCLUDE)
    void connection_cutDuringAnAppend_isAskedAgain_andTheAppendHappensOnce(Cut cut) {
        for (int i = 0; i < 10; i++) {
            wire.cutNext(cut, false);
            assertThat(journal.append(claim, 2L * i, Samples.entries(2L * i + 1, 2), Samples.head(STREAM, 2L * i + 2)))
                    .isEqualTo(2L * i + 2);
        }

        assertThat(wire.cuts()).isEqualTo(10);
        assertThat(read()).isEqualTo(records(20));
        assertThat(journal.info(STREAM).orElseThrow().head()).isEqualTo(Samples.head(STREAM, 20));
    }

    @ParameterizedTest
    @EnumSource(
            value = Cut.class,
            names = {"NEVER"},
            mode = EnumSource.Mode.EXCLUDE)
    void connection_cutDuringAnAppendUnderTheSameHead_isAskedAgain_andTheAppendHappensOnce(Cut cut) {
        wire.onTheSameHead();
        journal.append(claim, 0, Samples.entries(1, 1), Samples.head(STREAM));
        for (int i = 1; i < 10; i++) {
            wire.cutNext(cut, false);
            assertThat(journal.append(claim, i, Samples.entries(i + 1L, 1), Samples.head(STREAM)))
                    .isEqualTo(i + 1L);
        }

        assertThat(wire.cuts()).isEqualTo(9);
        assertThat(read()).isEqualTo(records(10));
    }

    @ParameterizedTest
    @EnumSource(
            value = Cut.class,
            names = {"NEVER"},
            mode = EnumSource.Mode.EXCLUDE)
    void connection_cutDuringAnAppendOfAHeadAlone_isAskedAgain(Cut cut) {
        wire.cutNext(cut, false);
        assertThat(journal.append(claim, 0, List.of(), Samples.head(STREAM, 7))).isZero();

        assertThat(wire.cuts()).isEqualTo(1);
        assertThat(journal.info(STREAM).orElseThrow().head()).isEqualTo(Samples.head(STREAM, 7));
    }

    @Test
    void statement_thatTheServerRunsAfterItWasLost_doesNotHappenTwice() throws Exception {
        assertHappensOnce(Samples.head(STREAM, 2));
    }

    @Test
    void statementUnderTheSameHead_thatTheServerRunsAfterItWasLost_doesNotHappenTwice() throws Exception {
        wire.onTheSameHead();
        assertHappensOnce(Samples.head(STREAM));
    }

    private void assertHappensOnce(StreamHead second) throws Exception {
        journal.append(claim, 0, Samples.entries(1, 1), Samples.head(STREAM));
        FutureTask<Long> append = new FutureTask<>(() -> journal.append(claim, 1, Samples.entries(2, 1), second));
        try (Connection other = PostgresServer.source().getConnection();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("SELECT 1 FROM " + schema + ".stream FOR UPDATE");
            wire.cutNext(Cut.WHILE_THE_SERVER_IS_AT_IT, false);
            new Thread(append, "append").start();
            // The lost statement and the one that asks again wait for the row, both.
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> RawSql.column(
                                            RawSql.of(PostgresServer.source()),
                                            "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query"
                                                    + " LIKE '%\""
                                                    + schema + "\".%'")
                                    .size()
                            == 2);
            other.rollback();
        }

        assertThat(append.get(1, TimeUnit.MINUTES)).isEqualTo(2);
        assertThat(journal.append(claim, 2, Samples.entries(3, 1), Samples.head(STREAM, 3)))
                .isEqualTo(3);
        assertThat(read()).isEqualTo(records(3));
    }

    @Test
    void append_refusedByASeizureAfterItWasLost_isTold() {
        journal.append(claim, 0, Samples.entries(1, 1), Samples.head(STREAM));
        RawSql.run(
                RawSql.of(PostgresServer.source()),
                "UPDATE " + schema + ".stream SET epoch = epoch + 1, owner = 'two'");
        wire.cutNext(Cut.BEFORE_THE_SERVER_SEES_IT, false);

        assertCode(ErrorCode.STALE_WRITE, 1);
        assertThat(read()).isEqualTo(records(1));
    }

    @Test
    void server_thatStaysAway_leavesTheAppendInDoubt_andReadingTellsLater() {
        journal.close();
        journal = journal(Duration.ofSeconds(1));
        wire.cutNext(Cut.BEFORE_THE_ANSWER_IS_SEEN, true);

        assertCode(ErrorCode.UNKNOWN_WRITE_OUTCOME, 0);
        wire.up();
        assertThat(read()).isEqualTo(records(1));
        assertCode(ErrorCode.STALE_WRITE, 0);
        assertThat(journal.append(claim, 1, Samples.entries(2, 1), Samples.head(STREAM)))
                .isEqualTo(2);
    }

    @Test
    void server_thatIsAwayFromTheBeginning_isAPlainFailure() {
        wire.cutNext(Cut.BEFORE_THE_SERVER_SEES_IT, true);
        JdbcJournal impatient = journal(Duration.ofSeconds(1));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> impatient.append(claim, 0, Samples.entries(1, 1), Samples.head(STREAM)))
                .extracting(StoreException::code)
                .isEqualTo(ErrorCode.UNKNOWN_WRITE_OUTCOME);

        assertCode(ErrorCode.STORE_FAILED, 0);
        wire.up();
        assertThat(read()).isEmpty();
        assertThat(journal.append(claim, 0, Samples.entries(1, 1), Samples.head(STREAM)))
                .isEqualTo(1);
        impatient.close();
    }

    private void assertCode(ErrorCode code, long expected) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(
                        () -> journal.append(claim, expected, Samples.entries(expected + 1, 1), Samples.head(STREAM)))
                .extracting(StoreException::code)
                .isEqualTo(code);
    }
}
