package dev.harbor.benchmarks;

import dev.harbor.journal.Claim;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import dev.harbor.store.jdbc.JdbcJournal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** A durable append of 400 bytes, by 1, 8 and 64 runs at once, beside the least that a commit of the same database costs. */
@State(Scope.Benchmark)
public class JournalBenchmark {

    /** Which database. */
    @Param({"SQLITE", "POSTGRES"})
    public String database = "SQLITE";

    private final AtomicInteger streams = new AtomicInteger();
    private Path folder = Path.of("target");
    private Journal journal = InMemoryJournal.create();
    private AutoCloseable server = () -> {};
    private Bare bare = new Bare();

    /** Is the same database without a journal. */
    private static final class Bare {

        private @Nullable Connection connection;
        private @Nullable PreparedStatement insert;
        private @Nullable PreparedStatement head;
        private @Nullable PreparedStatement entry;

        void open(Connection opened, String... settings) throws SQLException {
            connection = opened;
            try (Statement statement = opened.createStatement()) {
                for (String setting : settings) {
                    statement.execute(setting);
                }
                statement.execute("CREATE TABLE bare (id BIGINT, data TEXT)");
                statement.execute("CREATE TABLE head (id BIGINT PRIMARY KEY, sequence BIGINT)");
                statement.execute("CREATE TABLE entry (head BIGINT, sequence BIGINT, data TEXT,"
                        + " PRIMARY KEY (head, sequence))");
                statement.execute("INSERT INTO head VALUES (1, 0)");
            }
            insert = opened.prepareStatement("INSERT INTO bare VALUES (?, ?)");
            head = opened.prepareStatement("UPDATE head SET sequence = ? WHERE id = 1 AND sequence = ?");
            entry = opened.prepareStatement("INSERT INTO entry VALUES (1, ?, ?)");
        }

        int insert(long id, String data) throws SQLException {
            PreparedStatement statement = Objects.requireNonNull(insert);
            statement.setLong(1, id);
            statement.setString(2, data);
            return statement.executeUpdate();
        }

        /** Writes what an append has to: an entry behind the last one, and in the head that it is the last now. */
        int append(long sequence, String data) throws SQLException {
            Connection in = Objects.requireNonNull(connection);
            PreparedStatement moved = Objects.requireNonNull(head);
            PreparedStatement added = Objects.requireNonNull(entry);
            in.setAutoCommit(false);
            moved.setLong(1, sequence);
            moved.setLong(2, sequence - 1);
            added.setLong(1, sequence);
            added.setString(2, data);
            int rows = moved.executeUpdate() + added.executeUpdate();
            in.commit();
            return rows;
        }

        void close() throws SQLException {
            Objects.requireNonNull(connection).close();
        }
    }

    /** Opens the database on the disk that the build is on. */
    @Setup(Level.Trial)
    public void open() throws IOException, SQLException {
        folder = Files.createTempDirectory(Files.createDirectories(Path.of("target", "benchmarks")), "journal");
        if (database.equals("SQLITE")) {
            journal = JdbcJournal.sqlite(folder.resolve("journal.db"));
            bare.open(
                    DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("bare.db")),
                    "PRAGMA journal_mode = WAL",
                    "PRAGMA synchronous = FULL");
        } else {
            EmbeddedPostgres started = Journals.postgres();
            server = started;
            DataSource source = Pools.of(started.getPostgresDatabase());
            journal = JdbcJournal.postgres(source);
            bare.open(started.getPostgresDatabase().getConnection());
        }
    }

    /** Closes and removes it. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        journal.close();
        bare.close();
        server.close();
        Disk.delete(folder);
    }

    /** Is a run with its own stream. */
    @State(Scope.Thread)
    public static class Run {

        private static final JournalEntry ENTRY =
                new JournalEntry("test.record", 1, Instant.EPOCH, Json.parse("{\"text\":\"" + "x".repeat(380) + "\"}"));

        private StreamHead head = StreamHead.of("none", HarborCalls.ADA, "running");
        private Claim claim = new Claim("none", "bench", 1, Instant.EPOCH);
        private long last;

        /** Begins a stream. */
        @Setup(Level.Trial)
        public void begin(JournalBenchmark benchmark) {
            String stream = "run-" + benchmark.streams.incrementAndGet();
            head = StreamHead.of(stream, HarborCalls.ADA, "running");
            claim = benchmark
                    .journal
                    .claim(stream, "bench", Duration.ofHours(1))
                    .orElseThrow();
        }

        long append(Journal journal) {
            last = journal.append(claim, last, List.of(ENTRY), head);
            return last;
        }
    }

    /** Appends alone. */
    @Benchmark
    public long one(Run run) {
        return run.append(journal);
    }

    /** Appends in the company of seven. */
    @Benchmark
    @Threads(8)
    public long eight(Run run) {
        return run.append(journal);
    }

    /** Appends in the company of sixty-three. */
    @Benchmark
    @Threads(64)
    public long sixtyFour(Run run) {
        return run.append(journal);
    }

    /** Inserts a row of as many bytes and commits. */
    @Benchmark
    public int bareCommit(Run run) throws SQLException {
        run.last++;
        return bare.insert(run.last, Run.ENTRY.data().toString());
    }

    /** Changes a head, inserts an entry of as many bytes and commits. */
    @Benchmark
    public int bareAppend(Run run) throws SQLException {
        run.last++;
        return bare.append(run.last, Run.ENTRY.data().toString());
    }
}
