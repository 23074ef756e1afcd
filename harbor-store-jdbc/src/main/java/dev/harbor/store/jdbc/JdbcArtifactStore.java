package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactPins;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.Retention;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Keeps artifacts in a database: SQLite, a file that the processes of one machine may share, or PostgreSQL, which many nodes share. A runtime takes it through
 * {@code Artifacts.over(store)}.
 *
 * <pre>{@code
 * ArtifactStore embedded = JdbcArtifactStore.sqlite(Path.of("/var/lib/service/artifacts.db"));
 * ArtifactStore shared = JdbcArtifactStore.builder()
 *         .limits(ArtifactLimits.builder().maxSessionBytes(1L << 30).maxAge(Duration.ofDays(30)).build())
 *         .postgres(dataSource);
 * }</pre>
 *
 * <p>Bytes lie in pieces of 256 KiB, each with a checksum, so that content of any size passes through bounded memory. Limits are exact, over all processes and
 * nodes. A file may hold a journal too, but then each waits for the writes of the other.
 *
 * <p>What is deleted while a stream of this store still reads it is gone for everybody else at once, and from the disk when that stream is closed. A stream that
 * another process reads ends with a {@link StoreException} then. What a crash left half-written, nobody can see; it is removed an hour later by whoever stores
 * something or opens the store.
 *
 * <p>Thread-safe; starts no thread. An interrupt breaks nothing off and stays set.
 */
public final class JdbcArtifactStore implements ArtifactStore {

    private static final int MAX_LIST = 10_000;

    private final Database database;
    private final ArtifactLimits limits;
    private final Clock clock;
    private final Blobs blobs;
    private final Retention retention;
    private final Entries entries;
    private final Publisher publisher;
    private final Collector collector;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private JdbcArtifactStore(Database database, Locks locks, Builder settings) {
        this.database = database;
        limits = settings.limits;
        clock = settings.clock;
        blobs = new Blobs(database, clock);
        retention = new Retention(limits, clock);
        entries = new Entries(database, retention);
        collector = new Collector(blobs, entries, retention, limits, clock);
        publisher = new Publisher(database, blobs, new Quotas(limits, locks), entries, retention, collector, clock);
        collector.collectLeftovers();
    }

    /**
     * Opens a store without limits in a file, which is made with its directory unless it is there; both are private to the user then.
     *
     * @throws ConfigurationException if the file belongs to another program or to a later version; it is left as it is
     * @throws StoreException if it is damaged or can't be written to
     */
    public static JdbcArtifactStore sqlite(Path file) {
        return builder().sqlite(file);
    }

    /**
     * Opens a store without limits in a PostgreSQL database, in the schema {@value JdbcJournal#DEFAULT_SCHEMA}, which is made unless it is there. The source stays
     * the caller's; it must not hand out connections that are bound to transactions of the caller.
     *
     * @throws ConfigurationException if the server can't keep what a store promises, or the schema belongs to another program or to a later version
     * @throws StoreException if the server can't be reached
     */
    public static JdbcArtifactStore postgres(DataSource source) {
        return builder().postgres(source);
    }

    /** Returns a builder with every default. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) throws IOException {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(options, "options");
        requireOpen();
        try (Incoming incoming = new Incoming(blobs, scope.identity(), limits.maxBytesAtOnce())) {
            incoming.read(content);
            ArtifactInfo stored = open(() -> publisher.publish(incoming, scope, options));
            collector.step();
            return stored;
        }
    }

    @Override
    public Optional<ArtifactInfo> find(Identity session, ArtifactRef ref) {
        return stored(session, ref).map(Stored::info);
    }

    @Override
    public Optional<InputStream> open(Identity session, ArtifactRef ref, long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("an offset is 0 or more, got " + offset);
        }
        // The bytes may be removed and stored anew between finding and opening them.
        for (Optional<Stored> stored = stored(session, ref); stored.isPresent(); stored = stored(session, ref)) {
            Stored found = stored.get();
            Optional<InputStream> stream = open(() -> blobs.open(found, offset));
            if (stream.isPresent()) {
                return stream;
            }
        }
        return Optional.empty();
    }

    private Optional<Stored> stored(Identity session, ArtifactRef ref) {
        Identity.require(session);
        Objects.requireNonNull(ref, "ref");
        return open(() -> entries.find(session, ref));
    }

    @Override
    public boolean delete(ArtifactScope scope, ArtifactRef ref) {
        Objects.requireNonNull(ref, "ref");
        ArtifactFilter task = ArtifactFilter.task(scope);
        Retention.Pass pass = retention.pass();
        return open(() -> blobs.remove(
                        ArtifactSql.where(task).ref(ref).storedAfter(pass.isPinned(scope) ? null : pass.expiry())))
                > 0;
    }

    @Override
    public Optional<ArtifactInfo> adopt(ArtifactScope scope, ArtifactRef ref) {
        return stored(scope.identity(), ref).flatMap(found -> open(() -> publisher.adopt(found, scope)));
    }

    @Override
    public void heed(ArtifactPins pins) {
        retention.heed(pins);
    }

    @Override
    public List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
        Objects.requireNonNull(filter, "filter");
        if (limit < 1 || limit > MAX_LIST) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIST + ", got " + limit);
        }
        return open(() -> entries.list(filter, limit));
    }

    @Override
    public long erase(ArtifactFilter filter) {
        Objects.requireNonNull(filter, "filter");
        return open(() -> {
            Retention.Pass pass = retention.pass();
            long erased = blobs.remove(ArtifactSql.where(filter).storedAfter(pass.expiry()));
            for (ArtifactScope scope : entries.old(ArtifactSql.where(filter), pass)) {
                long old = blobs.remove(ArtifactSql.where(ArtifactFilter.task(scope)));
                erased += pass.isPinned(scope) ? old : 0;
            }
            blobs.remove(ArtifactSql.where(filter));
            return erased;
        });
    }

    private <T> T open(Supplier<T> action) {
        requireOpen();
        return Interrupts.putOff(action);
    }

    private void requireOpen() {
        if (isClosed.get()) {
            throw new StoreException(ErrorCode.CLOSED, "the artifact store in " + database.name() + " is closed");
        }
    }

    /** Ends the use of the database when the last open stream is closed. A {@link DataSource} stays open. */
    @Override
    public void close() {
        if (!isClosed.getAndSet(true)) {
            database.close();
        }
    }

    /** Collects settings. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

        private ArtifactLimits limits = ArtifactLimits.NONE;
        private Clock clock = Clock.systemUTC();
        private String schema = JdbcJournal.DEFAULT_SCHEMA;
        private boolean acceptVolatile;

        private Builder() {}

        /** Sets how much is kept and how long; no limits when never set. */
        public Builder limits(ArtifactLimits value) {
            limits = Objects.requireNonNull(value, "limits");
            return this;
        }

        /** Sets the clock that artifacts are stored and age by; the machine's when never set. */
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
         * Opens a store in a file, which is made with its directory unless it is there; both are private to the user then.
         *
         * @throws ConfigurationException if the file belongs to another program or to a later version; it is left as it is
         * @throws StoreException if it is damaged or can't be written to
         */
        public JdbcArtifactStore sqlite(Path file) {
            return new JdbcArtifactStore(SqliteOpening.open(file, SqliteSchema.CURRENT), Locks.NONE, this);
        }

        /**
         * Opens a store in a PostgreSQL database. The source stays the caller's; it must not hand out connections that are bound to transactions of the caller.
         *
         * @throws ConfigurationException if the server can't keep what a store promises, or the schema belongs to another program or to a later version
         * @throws StoreException if the server can't be reached
         */
        public JdbcArtifactStore postgres(DataSource source) {
            Objects.requireNonNull(source, "source");
            PostgresDatabase database = new PostgresDatabase(source, schema, clock);
            PostgresOpening.open(database, schema, PostgresSchema.CURRENT, acceptVolatile);
            return new JdbcArtifactStore(database, Locks.ADVISORY, this);
        }
    }
}
