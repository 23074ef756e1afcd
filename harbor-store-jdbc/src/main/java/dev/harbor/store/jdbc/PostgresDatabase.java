package dev.harbor.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Is a schema of a PostgreSQL database that a {@link DataSource} of the host leads to. A connection is taken for each piece of work and given back as it was.
 * Thread-safe.
 */
final class PostgresDatabase implements Database {

    private static final String DUPLICATE = "23505";

    private final DataSource source;
    private final String schema;
    private final Tables tables;
    private final @Nullable Clock clock;
    private final Uses uses = new Uses(() -> {});

    /**
     * Creates a database.
     *
     * @param clock measures leases, or null for the server's own
     */
    PostgresDatabase(DataSource source, String schema, @Nullable Clock clock) {
        this.source = source;
        this.schema = schema;
        this.tables = Tables.in(schema);
        this.clock = clock;
    }

    @Override
    public String name() {
        return "the PostgreSQL schema '" + schema + "'";
    }

    @Override
    public String rowLock() {
        return " FOR UPDATE";
    }

    @Override
    public Instant now(Session session) throws SQLException {
        if (clock != null) {
            return clock.instant();
        }
        try (ResultSet row = session.query("SELECT clock_timestamp()")) {
            row.next();
            return row.getObject(1, OffsetDateTime.class).toInstant();
        }
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return Lost.isConflict(failure) || DUPLICATE.equals(failure.getSQLState());
    }

    @Override
    public boolean isLost(SQLException failure) {
        return Lost.isConnectionLost(failure);
    }

    @Override
    public <T> T read(String what, Work<T> work) {
        return run(what, () -> connected(true, work));
    }

    @Override
    public <T> T write(String what, Work<T> work) {
        return run(what, () -> connected(false, work));
    }

    /** Is a call of the driver. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws SQLException;
    }

    private <T> T run(String what, Call<T> call) {
        uses.begin(name());
        try {
            return Interrupts.putOff(() -> {
                try {
                    return call.run();
                } catch (SQLException e) {
                    throw Failures.of(name(), what, e);
                }
            });
        } finally {
            uses.end();
        }
    }

    Connection connect() throws SQLException {
        return source.getConnection();
    }

    Session session(Connection connection) {
        return new Session(connection, tables);
    }

    private <T> T connected(boolean autoCommit, Work<T> work) throws SQLException {
        try (Connection connection = connect()) {
            boolean before = connection.getAutoCommit();
            connection.setAutoCommit(autoCommit);
            try (Session session = session(connection)) {
                T result = work.run(session);
                if (!autoCommit) {
                    connection.commit();
                }
                return result;
            } catch (SQLException | RuntimeException | Error e) {
                rollBack(connection, autoCommit, e);
                throw e;
            } finally {
                restore(connection, before);
            }
        }
    }

    private static void rollBack(Connection connection, boolean autoCommit, Throwable because) {
        if (autoCommit) {
            return;
        }
        try {
            connection.rollback();
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }

    static void restore(Connection connection, boolean autoCommit) throws SQLException {
        if (!connection.isClosed()) {
            connection.setAutoCommit(autoCommit);
        }
    }

    @Override
    public void retain() {
        uses.begin(name());
    }

    @Override
    public void release() {
        uses.end();
    }

    @Override
    public void close() {
        uses.close();
    }
}
