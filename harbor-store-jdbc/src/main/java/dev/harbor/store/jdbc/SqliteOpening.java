package dev.harbor.store.jdbc;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens a file: looks first and changes nothing unless it is new or one of ours, then makes or migrates the tables under the lock of the database.
 */
final class SqliteOpening {

    /** Says in the header of the file whose it is: {@code HRBR}. */
    static final int APPLICATION_ID = 0x48524252;

    static final int BUSY = 5;
    private static final int CANNOT_OPEN = 14;
    private static final int READ_ONLY = 8;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Path path;
    private final Schema schema;

    private SqliteOpening(Path path, Schema schema) {
        this.path = path;
        this.schema = schema;
    }

    /**
     * Opens a file, which is made unless it is there.
     *
     * @throws ConfigurationException if it is not one of ours, or of a later version
     * @throws StoreException if it is damaged or can't be written to
     */
    static SqliteDatabase open(Path path, Schema schema) {
        if (path.toString().indexOf('?') >= 0 || path.toString().indexOf('#') >= 0) {
            throw new ConfigurationException("the name of a SQLite database can't have '?' or '#' in it: " + path);
        }
        return Interrupts.putOff(() -> new SqliteOpening(path, schema).open());
    }

    private SqliteDatabase open() {
        try {
            SqliteFile file = SqliteFile.create(path);
            SqliteConnections connections = new SqliteConnections(file);
            file.requireHeader();
            look(connections);
            return open(file, connections);
        } catch (IOException | SQLException e) {
            throw new StoreException(
                    ErrorCode.STORE_FAILED,
                    "the SQLite database " + path + " can't be opened for reading and writing: " + e.getMessage(),
                    e);
        }
    }

    private void look(SqliteConnections connections) throws SQLException {
        try (Connection probe = connections.probe();
                Statement statement = probe.createStatement()) {
            requireOurs(statement);
        } catch (SQLException e) {
            // What a crash left has to be rolled back before anything can be read, and only a writer can do that.
            if (e.getErrorCode() != CANNOT_OPEN && e.getErrorCode() != READ_ONLY) {
                throw e;
            }
        }
    }

    private void requireOurs(Statement statement) throws SQLException {
        // In this order: whoever makes the file at this moment marks it as ours before it makes a table.
        boolean isEmpty = number(statement, "SELECT count(*) FROM sqlite_master") == 0;
        int application = number(statement, "PRAGMA application_id");
        if (application != APPLICATION_ID && !(application == 0 && isEmpty)) {
            throw new ConfigurationException("the SQLite database " + path
                    + " belongs to another program (application id " + application + "); it was left as it is");
        }
        schema.requireKnown(number(statement, "PRAGMA user_version"), "the SQLite database " + path);
    }

    private SqliteDatabase open(SqliteFile file, SqliteConnections connections) throws SQLException, IOException {
        Connection writer = connections.writer();
        try {
            try (Statement statement = writer.createStatement()) {
                requireOurs(statement);
                prepare(statement);
                migrate(statement);
            }
            file.remember();
            return new SqliteDatabase(file, connections, writer);
        } catch (SQLException | IOException | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    /** Marks the file as ours before anything else, so that whatever a crash leaves is known again. */
    private void prepare(Statement statement) throws SQLException {
        if (number(statement, "PRAGMA application_id") != APPLICATION_ID) {
            statement.execute("PRAGMA application_id = " + APPLICATION_ID);
        }
        long deadline = System.nanoTime() + SqliteConnections.BUSY_TIMEOUT.toNanos();
        // Another process that does the same at this moment is not waited for by SQLite itself.
        while (!isLogging(statement, deadline)) {
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    private boolean isLogging(Statement statement, long deadline) throws SQLException {
        try (ResultSet mode = statement.executeQuery("PRAGMA journal_mode = WAL")) {
            if (!mode.getString(1).equals("wal")) {
                throw new ConfigurationException("the SQLite database " + path
                        + " can't have a write-ahead log, which needs a local file system");
            }
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() != BUSY || System.nanoTime() - deadline > 0) {
                throw e;
            }
            return false;
        }
    }

    /** Asks for the lock of the writer in any case, so that a place that can't be written to is refused now. */
    private void migrate(Statement statement) throws SQLException {
        statement.execute("BEGIN IMMEDIATE");
        try {
            int version = number(statement, "PRAGMA user_version");
            schema.requireKnown(version, "the SQLite database " + path);
            for (String step : schema.since(version)) {
                statement.execute(step);
            }
            if (version != schema.version()) {
                statement.execute("PRAGMA user_version = " + schema.version());
            }
            statement.execute("COMMIT");
        } catch (SQLException | RuntimeException e) {
            rollBack(statement, e);
            throw e;
        }
    }

    private static void rollBack(Statement statement, Exception because) {
        try {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }

    private static int number(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            return row.getInt(1);
        }
    }
}
