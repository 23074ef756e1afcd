package dev.harbor.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Is a connection with the statements that were prepared on it. A statement belongs to the session, and is run again after whoever ran it has closed the
 * result. Not thread-safe.
 */
final class Session implements AutoCloseable {

    private final Connection connection;
    private final Tables tables;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    Session(Connection connection, Tables tables) {
        this.connection = connection;
        this.tables = tables;
    }

    Connection connection() {
        return connection;
    }

    /** Returns SQL with the names of tables as the database knows them. */
    String qualified(String sql) {
        return tables.qualified(sql);
    }

    /** Returns a statement with its parameters set, in their order. */
    PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(qualified(sql));
            prepared.put(sql, statement);
        }
        Parameters.set(statement, parameters);
        return statement;
    }

    int update(String sql, Object... parameters) throws SQLException {
        return prepare(sql, parameters).executeUpdate();
    }

    ResultSet query(String sql, Object... parameters) throws SQLException {
        return prepare(sql, parameters).executeQuery();
    }

    /** Closes the statements and leaves the connection open. */
    @Override
    public void close() throws SQLException {
        List<PreparedStatement> closing = List.copyOf(prepared.values());
        prepared.clear();
        for (PreparedStatement statement : closing) {
            statement.close();
        }
    }
}
