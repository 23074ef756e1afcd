package dev.harbor.store.jdbc;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps streams in a database: SQLite, a file beside the program that the processes of one machine may share, or PostgreSQL, which many nodes share.
 *
 * <pre>{@code
 * Journal embedded = JdbcJournal.sqlite(Path.of("/var/lib/service/journal.db"));
 * Journal shared = JdbcJournal.postgres(dataSource);
 * }</pre>
 *
 * <p>What was appended is on disk when {@link #append} returns. Appends that come at the same time share a commit, written by one thread named
 * {@code harbor-journal-flush}; one that comes alone is written by its caller. Each record carries a checksum: a damaged one ends the reading with a
 * {@link StoreException} that names it. {@link #delete} leaves a row with the name and the epoch and nothing else.
 *
 * <p>If PostgreSQL is lost in the middle of an append, it is asked on new connections, for 20 seconds, what became of it; an append that can't be told then
 * fails with {@link ErrorCode#UNKNOWN_WRITE_OUTCOME}, and reading the stream later tells. Leases are measured by the clock of the machine with SQLite and by
 * that of the server with PostgreSQL, unless another one is set.
 *
 * <p>Thread-safe. An interrupt breaks nothing off and stays set.
 */
public final class JdbcJournal implements Journal {

    /** The schema of PostgreSQL when none is set: {@value}. */
    public static final String DEFAULT_SCHEMA = "harbor";

    private final Database database;
    private final String pageSql;
    private final Claims claims;
    private final Streams streams;
    private final LastAppends lasts = new LastAppends();
    private final GroupCommit commits;
    private final AtomicLong tokens = new AtomicLong(new SecureRandom().nextLong());
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private JdbcJournal(Database database, GroupCommit.Medium medium, String pageSql) {
        this.database = database;
        this.pageSql = pageSql;
        claims = new Claims(database);
        streams = new Streams(database);
        commits = new GroupCommit(medium, "the journal in " + database.name());
    }

    /**
     * Opens a journal in a file, which is made with its directory unless it is there; both are private to the user then.
     *
     * @throws ConfigurationException if the file belongs to another program or to a later version; it is left as it is
     * @throws StoreException if it is damaged or can't be written to
     */
    public static JdbcJournal sqlite(Path file) {
        return builder().sqlite(file);
    }

    /**
     * Opens a journal in a PostgreSQL database, in the schema {@value #DEFAULT_SCHEMA}, which is made unless it is there. The source stays the caller's; it must
     * not hand out connections that are bound to transactions of the caller.
     *
     * @throws ConfigurationException if the server can't keep what a journal promises, or the schema belongs to another program or to a later version
     * @throws StoreException if the server can't be reached
     */
    public static JdbcJournal postgres(DataSource source) {
        return builder().postgres(source);
    }

    /** Returns a builder with every default. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Optional<Claim> claim(String stream, String owner, Duration lease) {
        requireOpen();
        return claims.claim(stream, owner, lease);
    }

    @Override
    public Claim seize(String stream, String owner, Duration lease) {
        requireOpen();
        return claims.seize(stream, owner, lease);
    }

    @Override
    public Claim renew(Claim claim, Duration lease) {
        requireOpen();
        return claims.renew(claim, lease);
    }

    @Override
    public void release(Claim claim) {
        requireOpen();
        claims.release(claim);
    }

    @Override
    public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
        requireOpen();
        long token = tokens.incrementAndGet();
        PendingAppend append =
                new PendingAppend(claim, expectedSequence, entries, head, token, lasts.to(claim.stream()));
        long sequence = commits.append(append);
        lasts.remember(head, token);
        return sequence;
    }

    @Override
    public Stream<JournalRecord> read(String stream, long from) {
        requireOpen();
        if (from < 1) {
            throw new IllegalArgumentException("sequences start at 1, can't read from " + from);
        }
        return streams.row(stream)
                .filter(row -> row.head() != null && from <= row.sequence())
                .map(row -> StreamSupport.stream(new RecordReader(this::page, row, from), false))
                .orElseGet(Stream::empty);
    }

    private List<JournalRecord> page(StreamRow stream, long from) {
        requireOpen();
        return RecordReader.page(database, pageSql, stream, from);
    }

    @Override
    public Optional<StreamInfo> info(String stream) {
        requireOpen();
        return streams.row(stream).flatMap(StreamRow::info);
    }

    @Override
    public List<StreamInfo> find(HeadQuery query) {
        requireOpen();
        return streams.find(query);
    }

    @Override
    public boolean delete(String stream) {
        requireOpen();
        boolean existed = streams.delete(stream);
        lasts.forget(stream);
        return existed;
    }

    /** Ends what is being appended, then the use of the database. A file is closed; a {@link DataSource} stays open. */
    @Override
    public void close() {
        if (!isClosed.getAndSet(true)) {
            commits.close();
            database.close();
        }
    }

    private void requireOpen() {
        if (isClosed.get()) {
            throw Failures.closed("the journal in " + database.name());
        }
    }

    /** Returns how many appends were written, refused ones included. */
    long appends() {
        return commits.appends();
    }

    /** Returns how many commits they took. */
    long commits() {
        return commits.groups();
    }

    /** Collects settings. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

        private @Nullable Clock clock;
        private String schema = DEFAULT_SCHEMA;
        private boolean acceptVolatile;
        private Duration patience = Duration.ofSeconds(20);

        private Builder() {}

        /** Sets for how long a server that was lost in an append is asked what it did. */
        Builder patience(Duration time) {
            patience = time;
            return this;
        }

        /**
         * Sets the clock that measures leases; when never set, that of the machine with SQLite and that of the server with PostgreSQL. Nodes that share a
         * database and set one have to keep their clocks together: a lease ends as much too early for the others as their clocks are ahead.
         */
        public Builder clock(Clock value) {
            clock = Objects.requireNonNull(value, "clock");
            return this;
        }

        /**
         * Sets the schema of PostgreSQL that the tables are in; {@value JdbcJournal#DEFAULT_SCHEMA} when never set.
         *
         * @throws IllegalArgumentException if it does not match {@code [a-z_][a-z0-9_]{0,62}}
         */
        public Builder schema(String name) {
            if (!SCHEMA.matcher(name).matches()) {
                throw new IllegalArgumentException("a schema must match " + SCHEMA.pattern());
            }
            schema = name;
            return this;
        }

        /**
         * Accepts a server of PostgreSQL that acknowledges commits before they are on disk, for tests: what it acknowledged may be lost in a crash. It is refused
         * when this was not called.
         */
        public Builder acceptVolatile() {
            acceptVolatile = true;
            return this;
        }

        /**
         * Opens a journal in a file, which is made with its directory unless it is there; both are private to the user then.
         *
         * @throws ConfigurationException if the file belongs to another program or to a later version; it is left as it is
         * @throws StoreException if it is damaged or can't be written to
         */
        public JdbcJournal sqlite(Path file) {
            SqliteDatabase database = SqliteOpening.open(file, SqliteSchema.CURRENT);
            if (clock != null) {
                database.clock(clock);
            }
            return new JdbcJournal(database, new SqliteAppends(database), RecordReader.PAGE);
        }

        /**
         * Opens a journal in a PostgreSQL database. The source stays the caller's; it must not hand out connections that are bound to transactions of the caller.
         *
         * @throws ConfigurationException if the server can't keep what a journal promises, or the schema belongs to another program or to a later version
         * @throws StoreException if the server can't be reached
         */
        public JdbcJournal postgres(DataSource source) {
            Objects.requireNonNull(source, "source");
            PostgresDatabase database = new PostgresDatabase(source, schema, clock);
            PostgresOpening.open(database, schema, PostgresSchema.CURRENT, acceptVolatile);
            return new JdbcJournal(database, new PostgresAppends(database, patience), RecordReader.BOUNDED_PAGE);
        }
    }
}
