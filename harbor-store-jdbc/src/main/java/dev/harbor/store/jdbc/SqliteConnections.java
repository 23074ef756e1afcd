package dev.harbor.store.jdbc;

import dev.harbor.error.ConfigurationException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;

/** Opens connections to a file. The driver is found through its service, in the class loader of this module. */
final class SqliteConnections {

    /** How long a statement waits for another process that writes. */
    static final Duration BUSY_TIMEOUT = Duration.ofSeconds(30);

    private static final int READ_ONLY = 0x1;
    private static final int READ_WRITE = 0x2;
    private static final int NO_MUTEX = 0x8000;

    private static final List<String> SETTINGS = List.of(
            "PRAGMA synchronous = FULL",
            "PRAGMA fullfsync = ON",
            "PRAGMA checkpoint_fullfsync = ON",
            "PRAGMA foreign_keys = ON",
            // Pages that are given up would keep what was deleted until they are used again.
            "PRAGMA secure_delete = ON",
            "PRAGMA trusted_schema = OFF",
            "PRAGMA journal_size_limit = 67108864");

    private final Driver driver;
    private final SqliteFile file;
    private final Tables tables = Tables.unqualified();

    SqliteConnections(SqliteFile file) {
        this.file = file;
        this.driver = ServiceLoader.load(Driver.class, SqliteConnections.class.getClassLoader()).stream()
                .filter(provider -> provider.type().getName().startsWith("org.sqlite."))
                .map(ServiceLoader.Provider::get)
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        "no driver for SQLite was found; put org.xerial:sqlite-jdbc on the class path"));
    }

    /** Opens a connection that can change nothing, not even the log that a crash left. */
    Connection probe() throws SQLException {
        return connect(READ_ONLY | NO_MUTEX);
    }

    Connection writer() throws SQLException {
        return set(connect(READ_WRITE | NO_MUTEX), List.of());
    }

    Connection reader() throws SQLException {
        return set(connect(READ_WRITE | NO_MUTEX), List.of("PRAGMA query_only = ON"));
    }

    Session session(Connection connection) {
        return new Session(connection, tables);
    }

    private Connection connect(int mode) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("open_mode", String.valueOf(mode));
        properties.setProperty("busy_timeout", String.valueOf(BUSY_TIMEOUT.toMillis()));
        Connection connection = driver.connect("jdbc:sqlite:" + file.path(), properties);
        if (connection == null) {
            throw new ConfigurationException("the driver for SQLite does not take the path " + file.path());
        }
        return connection;
    }

    private static Connection set(Connection connection, List<String> more) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String setting : SETTINGS) {
                statement.execute(setting);
            }
            for (String setting : more) {
                statement.execute(setting);
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
