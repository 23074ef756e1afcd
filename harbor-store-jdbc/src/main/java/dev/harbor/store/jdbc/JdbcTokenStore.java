package dev.harbor.store.jdbc;

import dev.harbor.access.TokenStore;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps sealed tokens in a database: SQLite, a file that the processes of one machine may share, or PostgreSQL, which many nodes share. A journal and artifacts
 * may lie in the same database.
 *
 * <p>Thread-safe; starts no thread. An interrupt breaks nothing off and stays set.
 */
public final class JdbcTokenStore implements TokenStore {

    private final Database database;
    private final TokenSql sql;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private JdbcTokenStore(Database database) {
        this.database = database;
        this.sql = new TokenSql(database.rowLock());
    }

    /**
     * Opens a store in a file, which is made with its directory unless it is there; both are private to the user then.
     *
     * @throws ConfigurationException if the file belongs to another program or to a later version; it is left as it is
     * @throws StoreException if it is damaged or can't be written to
     */
    public static JdbcTokenStore sqlite(Path file) {
        return new JdbcTokenStore(SqliteOpening.open(file, SqliteSchema.CURRENT));
    }

    /**
     * Opens a store in a PostgreSQL database, in the schema {@value JdbcJournal#DEFAULT_SCHEMA}; see {@link Builder#postgres}.
     *
     * @throws ConfigurationException if the server can't keep what a store promises, or the schema belongs to another program or to a later version
     * @throws StoreException if the server can't be reached
     */
    public static JdbcTokenStore postgres(DataSource source) {
        return builder().postgres(source);
    }

    /** Returns a builder with every default. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Optional<Entry> find(Key key) {
        Objects.requireNonNull(key, "key");
        return open(() -> database.read("find a token", session -> sql.find(session, key)));
    }

    @Override
    public boolean replace(Key key, @Nullable Entry expected, @Nullable Entry next) {
        Objects.requireNonNull(key, "key");
        return open(() -> database.write("replace a token", session -> sql.replace(session, key, expected, next)));
    }

    @Override
    public List<Key> keys(String tenant, @Nullable String user, @Nullable Key after, int most) {
        Objects.requireNonNull(tenant, "tenant");
        if (most < 1) {
            throw new IllegalArgumentException("most must be 1 or more, got " + most);
        }
        return open(() -> database.read("list tokens", session -> sql.keys(session, tenant, user, after, most)));
    }

    @Override
    public long erase(String tenant, @Nullable String user) {
        Objects.requireNonNull(tenant, "tenant");
        return open(() -> database.write("erase tokens", session -> sql.erase(session, tenant, user)));
    }

    @Override
    public long removeExpired(Instant moment) {
        Objects.requireNonNull(moment, "moment");
        return open(() -> database.write("remove expired tokens", session -> sql.removeExpired(session, moment)));
    }

    private <T> T open(Supplier<T> action) {
        if (isClosed.get()) {
            throw new StoreException(ErrorCode.CLOSED, "the token store in " + database.name() + " is closed");
        }
        return Interrupts.putOff(action);
    }

    /** Ends the use of the database. A {@link DataSource} stays open. */
    @Override
    public void close() {
        if (!isClosed.getAndSet(true)) {
            database.close();
        }
    }

    /** Collects settings for PostgreSQL. Not thread-safe. */
    public static final class Builder {

        private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

        private String schema = JdbcJournal.DEFAULT_SCHEMA;
        private boolean acceptVolatile;

        private Builder() {}

        /**
         * Sets the schema that the tables are in; {@value JdbcJournal#DEFAULT_SCHEMA} when never set.
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
         * Accepts a server that acknowledges commits before they are on disk, for tests: what it acknowledged may be lost in a crash. It is refused when this was
         * not called.
         */
        public Builder acceptVolatile() {
            acceptVolatile = true;
            return this;
        }

        /**
         * Opens a store. The source stays the caller's; it must not hand out connections that are bound to transactions of the caller.
         *
         * @throws ConfigurationException if the server can't keep what a store promises, or the schema belongs to another program or to a later version
         * @throws StoreException if the server can't be reached
         */
        public JdbcTokenStore postgres(DataSource source) {
            Objects.requireNonNull(source, "source");
            PostgresDatabase database = new PostgresDatabase(source, schema, Clock.systemUTC());
            PostgresOpening.open(database, schema, PostgresSchema.CURRENT, acceptVolatile);
            return new JdbcTokenStore(database);
        }
    }
}
