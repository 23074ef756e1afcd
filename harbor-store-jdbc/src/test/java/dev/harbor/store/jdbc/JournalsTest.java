package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/** What this module's journals do beyond the contract, in either database. */
final class JournalsTest {

    private static final int STREAMS = 64;

    @TempDir
    Path folder;

    private final String schema = PostgresServer.newSchema();

    /** Where a journal is. */
    enum Kind {
        SQLITE,
        POSTGRES
    }

    private JdbcJournal open(Kind kind) {
        return kind == Kind.SQLITE
                ? JdbcJournal.sqlite(folder.resolve("journal.db"))
                : JdbcJournal.builder().schema(schema).postgres(PostgresServer.source());
    }

    private RawSql.Source raw(Kind kind) {
        return kind == Kind.SQLITE ? RawSql.sqlite(folder.resolve("journal.db")) : RawSql.of(PostgresServer.source());
    }

    private String table(Kind kind, String name) {
        return kind == Kind.SQLITE ? name : schema + "." + name;
    }

    private static List<JournalRecord> read(Journal journal, String stream) {
        try (Stream<JournalRecord> records = journal.read(stream, 1)) {
            return records.toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void appends_ofManyRunsAtOnce_shareCommits_andRefusedOnesLeaveTheOthersAlone(Kind kind) throws Exception {
        try (JdbcJournal journal = open(kind)) {
            List<FutureTask<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                String stream = "run-" + i;
                tasks.add(new FutureTask<>(() -> appendWithMistakes(journal, stream)));
            }
            tasks.forEach(task -> new Thread(task, "run").start());
            for (FutureTask<Integer> task : tasks) {
                assertThat(task.get(2, TimeUnit.MINUTES)).isEqualTo(20);
            }

            assertThat(journal.appends()).isEqualTo(STREAMS * 40L);
            assertThat(journal.commits()).isLessThan(journal.appends());
            for (int i = 0; i < STREAMS; i++) {
                assertThat(read(journal, "run-" + i)).hasSize(20);
            }
        }
    }

    /** Appends twenty times, each time followed by an append that is refused, and returns how many were. */
    private static int appendWithMistakes(Journal journal, String stream) {
        Claim claim = journal.claim(stream, "one", Samples.LEASE).orElseThrow();
        int refused = 0;
        for (int last = 0; last < 20; last++) {
            journal.append(claim, last, Samples.entries(last + 1, 1), Samples.head(stream, last));
            try {
                journal.append(claim, last, Samples.entries(99, 1), Samples.head(stream));
            } catch (StoreException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.STALE_WRITE);
                refused++;
            }
        }
        return refused;
    }

    @ParameterizedTest
    @EnumSource
    void deletedStream_leavesNothingButItsNameAndEpoch(Kind kind) {
        try (JdbcJournal journal = open(kind)) {
            Claim claim = journal.claim("run-1", "owner", Samples.LEASE).orElseThrow();
            journal.append(claim, 0, Samples.entries(1, 3), Samples.head("run-1", 3));
            journal.delete("run-1");
        }
        for (String table : List.of("record", "head", "head_key")) {
            assertThat(RawSql.column(raw(kind), "SELECT count(*) FROM " + table(kind, table)))
                    .as(table)
                    .containsExactly("0");
        }
        for (String column : List.of("tenant", "user_name", "session", "session_key", "state", "owner", "keys")) {
            assertThat(RawSql.column(raw(kind), "SELECT " + column + " FROM " + table(kind, "stream")))
                    .as(column)
                    .containsExactly("null");
        }
        assertThat(RawSql.column(raw(kind), "SELECT name FROM " + table(kind, "stream")))
                .containsExactly("run-1");
    }

    @ParameterizedTest
    @EnumSource
    void stream_deletedWhileItIsRead_isTold_andTheNextOfItsNameIsNotMixedIn(Kind kind) {
        try (JdbcJournal journal = open(kind)) {
            Claim claim = journal.claim("run-1", "one", Samples.LEASE).orElseThrow();
            for (long last = 0; last < 2_000; last += 1_000) {
                journal.append(claim, last, Samples.entries(last + 1, 1_000), Samples.head("run-1"));
            }
            try (Stream<JournalRecord> records = journal.read("run-1", 1)) {
                Iterator<JournalRecord> reader = records.iterator();
                reader.next();
                journal.delete("run-1");
                Claim next = journal.claim("run-1", "one", Samples.LEASE).orElseThrow();
                for (long last = 0; last < 3_000; last += 1_000) {
                    journal.append(next, last, Samples.entries(last + 1, 1_000), Samples.head("run-1"));
                }
                assertThatThrownBy(() -> reader.forEachRemaining(record -> {}))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("deleted while it was read");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void reader_ofAClosedJournal_isRefused(Kind kind) {
        JdbcJournal journal = open(kind);
        Claim claim = journal.claim("run-1", "one", Samples.LEASE).orElseThrow();
        journal.append(claim, 0, Samples.entries(1, 1_000), Samples.head("run-1"));
        try (Stream<JournalRecord> records = journal.read("run-1", 1)) {
            Iterator<JournalRecord> reader = records.iterator();
            reader.next();
            journal.close();
            assertThatThrownBy(() -> reader.forEachRemaining(record -> {}))
                    .isInstanceOf(StoreException.class)
                    .extracting(e -> ((StoreException) e).code())
                    .isEqualTo(ErrorCode.CLOSED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void identities_ofAnyCharacters_areKeptAndKeptApart(Kind kind) {
        List<String> values = List.of("\\", "\\0000", "?", "\ud83d\ude00", "a".repeat(256), "\u4e2d".repeat(256));
        try (JdbcJournal journal = open(kind)) {
            for (int i = 0; i < values.size(); i++) {
                String value = values.get(i);
                StreamHead head = StreamHead.of("run-" + i, Identity.of(value, value, value), "running");
                Claim claim = journal.claim("run-" + i, "one", Samples.LEASE).orElseThrow();
                journal.append(claim, 0, Samples.entries(1, 1), head);
                assertThat(journal.info("run-" + i).orElseThrow().head()).isEqualTo(head);
            }
            for (int i = 0; i < values.size(); i++) {
                String name = "run-" + i;
                assertThat(journal.find(HeadQuery.tenant(values.get(i))))
                        .extracting(info -> info.head().stream())
                        .containsExactly(name);
                assertThat(journal.find(HeadQuery.session(Identity.of(values.get(i), values.get(i), values.get(i)))))
                        .hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void queries_forTextsThatNoStreamCanHave_findNothing_andBeginWhereTheyShould(Kind kind) {
        try (JdbcJournal journal = open(kind)) {
            for (String name : List.of("a", "ab", "b", "\uffff", "\ud83d\ude00")) {
                Claim claim = journal.claim(name, "one", Samples.LEASE).orElseThrow();
                journal.append(claim, 0, List.of(), Samples.head(name).keys(Map.of("k", "v")));
            }
            assertThat(journal.find(HeadQuery.everyTenant().states("\0"))).isEmpty();
            assertThat(journal.find(HeadQuery.everyTenant().states("\0", "running")))
                    .hasSize(5);
            assertThat(journal.find(HeadQuery.everyTenant().key("k", "\ud83d"))).isEmpty();
            assertThat(journal.find(HeadQuery.everyTenant().key("\0", "v"))).isEmpty();
            assertThat(journal.find(HeadQuery.everyTenant().after("a\0"))).hasSize(4);
            assertThat(journal.find(HeadQuery.everyTenant().after("a\0").limit(2)))
                    .hasSize(2);
            assertThat(journal.find(HeadQuery.everyTenant().after("\ud83d"))).hasSize(1);
            assertThat(journal.find(HeadQuery.everyTenant().after("\udfff"))).isEmpty();
            assertThat(journal.info("\0")).isEmpty();
            assertThat(read(journal, "\ud83d")).isEmpty();
            assertThat(journal.delete("\0")).isFalse();
            assertThat(journal.find(HeadQuery.everyTenant().dueBy(Instant.MAX))).isEmpty();
            assertThat(journal.find(HeadQuery.everyTenant().unclaimedBy(Instant.MIN)))
                    .isEmpty();
            assertThat(journal.find(HeadQuery.everyTenant().unclaimedBy(Instant.MAX)))
                    .hasSize(5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void recordOfALaterFormat_isRefused(Kind kind) {
        try (JdbcJournal journal = open(kind)) {
            Claim claim = journal.claim("run-1", "one", Samples.LEASE).orElseThrow();
            journal.append(claim, 0, Samples.entries(1, 3), Samples.head("run-1"));
            RawSql.run(raw(kind), "UPDATE " + table(kind, "record") + " SET format = 2 WHERE sequence = 2");
            assertThatThrownBy(() -> read(journal, "run-1"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("record 2 of stream 'run-1' has format 2");
        }
    }

    @Test
    void leases_inPostgres_areMeasuredByTheServer_unlessAClockIsSet() {
        Clock future = Clock.offset(Clock.systemUTC(), Duration.ofDays(30));
        try (JdbcJournal mine = open(Kind.POSTGRES);
                JdbcJournal ahead =
                        JdbcJournal.builder().clock(future).schema(schema).postgres(PostgresServer.source())) {
            Claim claim = mine.claim("run-1", "one", Samples.LEASE).orElseThrow();
            assertThat(claim.until()).isBetween(Instant.now(), Instant.now().plus(Samples.LEASE.multipliedBy(2)));
            assertThat(ahead.claim("run-1", "two", Samples.LEASE)).isPresent();
        }
    }

    @Test
    void journal_inPostgres_leavesTheSourceOpen_andEveryConnectionGivenBack() throws Exception {
        try (JdbcJournal journal = open(Kind.POSTGRES)) {
            Claim claim = journal.claim("run-1", "one", Samples.LEASE).orElseThrow();
            journal.append(claim, 0, Samples.entries(1, 1), Samples.head("run-1"));
            assertThatThrownBy(() -> journal.renew(new Claim("run-1", "one", 99, Instant.EPOCH), Samples.LEASE))
                    .isInstanceOf(StoreException.class);
        }
        HikariDataSource pool = (HikariDataSource) PostgresServer.source();
        assertThat(pool.isClosed()).isFalse();
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    @Test
    void closedJournal_inAFile_leavesNoHandleAndNoThread() throws Exception {
        JdbcJournal journal = open(Kind.SQLITE);
        List<FutureTask<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String stream = "run-" + i;
            tasks.add(new FutureTask<>(() -> appendWithMistakes(journal, stream)));
        }
        tasks.forEach(task -> new Thread(task, "run").start());
        for (FutureTask<Integer> task : tasks) {
            task.get(1, TimeUnit.MINUTES);
        }
        journal.close();

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("harbor-journal-flush");
        try (Stream<Path> handles = Files.list(Path.of("/proc/self/fd"))) {
            assertThat(handles.map(JournalsTest::target)).noneMatch(target -> target.startsWith(folder.toString()));
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "gone";
        }
    }

    @Test
    void sourceThatIsNotPostgres_isRefused() {
        SQLiteDataSource other = new SQLiteDataSource();
        other.setUrl("jdbc:sqlite::memory:");
        assertThatThrownBy(() -> JdbcJournal.postgres(other))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("not to PostgreSQL");
    }

    @Test
    void serverThatForgets_isRefused_unlessItIsAccepted() {
        PGSimpleDataSource volatileSource = new PGSimpleDataSource();
        volatileSource.setUrl(
                PostgresServer.server().getJdbcUrl("postgres", "postgres") + "&options=-c%20synchronous_commit=off");
        assertThatThrownBy(() -> JdbcJournal.builder().schema(schema).postgres(volatileSource))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("synchronous_commit = off");
        JdbcJournal.builder()
                .schema(schema)
                .acceptVolatile()
                .postgres(volatileSource)
                .close();
    }

    @Test
    void schema_ofAnotherSpelling_isRefused() {
        for (String name : List.of("", "Harbor", "a\"b", "a b", "1a", "a".repeat(64))) {
            assertThatThrownBy(() -> JdbcJournal.builder().schema(name)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> JdbcArtifactStore.builder().schema(name))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
