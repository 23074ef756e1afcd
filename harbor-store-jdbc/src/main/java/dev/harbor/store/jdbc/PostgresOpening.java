package dev.harbor.store.jdbc;

import dev.harbor.error.ConfigurationException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Makes or migrates the tables in a schema of PostgreSQL, one node at a time, and refuses servers that can't keep what was promised. */
final class PostgresOpening {

    /** Every node takes this lock before it changes tables: {@code harbor} in ASCII. */
    private static final long MIGRATION_LOCK = 0x686172626f72L;

    private static final String UNDEFINED_TABLE = "42P01";
    private static final String UNDEFINED_SCHEMA = "3F000";

    private final PostgresDatabase database;
    private final String schemaName;
    private final Schema schema;

    private PostgresOpening(PostgresDatabase database, String schemaName, Schema schema) {
        this.database = database;
        this.schemaName = schemaName;
        this.schema = schema;
    }

    /**
     * Checks the server and makes the tables unless they are there.
     *
     * @throws ConfigurationException if the server or what is in the schema can't be used
     * @throws dev.harbor.error.StoreException if the server can't be reached
     */
    static void open(PostgresDatabase database, String schemaName, Schema schema, boolean acceptVolatile) {
        PostgresOpening opening = new PostgresOpening(database, schemaName, schema);
        boolean isCurrent = database.read("check the server", session -> {
            requireServer(session, acceptVolatile);
            return opening.isCurrent(session);
        });
        if (!isCurrent) {
            database.write("make its tables", opening::migrate);
        }
    }

    private static void requireServer(Session session, boolean acceptVolatile) throws SQLException {
        String product = session.connection().getMetaData().getDatabaseProductName();
        if (!product.equals("PostgreSQL")) {
            throw new ConfigurationException("the DataSource leads to " + product + ", not to PostgreSQL");
        }
        try (ResultSet row = session.query("SELECT current_setting('server_encoding'), current_setting('fsync'),"
                + " current_setting('synchronous_commit'), current_setting('full_page_writes')")) {
            row.next();
            if (!row.getString(1).equals("UTF8")) {
                throw new ConfigurationException(
                        "the PostgreSQL database must have the encoding UTF8, it has " + row.getString(1));
            }
            for (int setting = 2; setting <= 4 && !acceptVolatile; setting++) {
                requireDurable(setting, row.getString(setting));
            }
        }
    }

    private static void requireDurable(int setting, String value) {
        if (value.equals("off")) {
            String name =
                    List.of("fsync", "synchronous_commit", "full_page_writes").get(setting - 2);
            throw new ConfigurationException("the PostgreSQL server has " + name
                    + " = off, so a commit that it acknowledges may be lost; set it to on, or say"
                    + " acceptVolatile() for tests");
        }
    }

    private boolean isCurrent(Session session) throws SQLException {
        try (ResultSet row = session.query("SELECT version FROM @schema_version")) {
            if (!row.next()) {
                throw foreign("its table schema_version is empty");
            }
            schema.requireKnown(row.getInt(1), database.name());
            return row.getInt(1) == schema.version();
        } catch (SQLException e) {
            if (UNDEFINED_TABLE.equals(e.getSQLState()) || UNDEFINED_SCHEMA.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private boolean migrate(Session session) throws SQLException {
        try (ResultSet lock = session.query("SELECT pg_advisory_xact_lock(?)", MIGRATION_LOCK)) {
            lock.next();
        }
        int version = exists(session, "schema_version") ? version(session) : create(session);
        schema.requireKnown(version, database.name());
        for (String step : schema.since(version)) {
            execute(session, step);
        }
        session.update("UPDATE @schema_version SET version = ?", schema.version());
        return true;
    }

    private static int version(Session session) throws SQLException {
        try (ResultSet row = session.query("SELECT version FROM @schema_version")) {
            row.next();
            return row.getInt(1);
        }
    }

    private int create(Session session) throws SQLException {
        if (!isThere(session, "SELECT 1 FROM pg_namespace WHERE nspname = ?", schemaName)) {
            execute(session, "CREATE SCHEMA \"" + schemaName + '"');
        }
        for (String table : List.of("stream", "record", "head", "head_key", "blob", "chunk", "artifact")) {
            if (exists(session, table)) {
                throw foreign("it has a table " + table + " and no table schema_version");
            }
        }
        execute(session, "CREATE TABLE @schema_version (version INTEGER NOT NULL)");
        execute(session, "INSERT INTO @schema_version VALUES (0)");
        return 0;
    }

    private ConfigurationException foreign(String why) {
        return new ConfigurationException(
                database.name() + " belongs to another program: " + why + "; it was left as it is");
    }

    private boolean exists(Session session, String table) throws SQLException {
        return isThere(
                session,
                "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND"
                        + " c.relname = ?",
                schemaName,
                table);
    }

    private static boolean isThere(Session session, String query, Object... parameters) throws SQLException {
        try (ResultSet row = session.query(query, parameters)) {
            return row.next();
        }
    }

    private static void execute(Session session, String sql) throws SQLException {
        try (Statement statement = session.connection().createStatement()) {
            statement.execute(session.qualified(sql));
        }
    }
}
