package dev.harbor.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Does to a database what others may, behind the back of the store. */
final class RawSql {

    private RawSql() {}

    /** Gives a connection. */
    @FunctionalInterface
    interface Source {
        Connection connect() throws SQLException;
    }

    static Source sqlite(Path file) {
        return () -> DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    static Source of(DataSource source) {
        return source::getConnection;
    }

    static void run(Source source, String... statements) {
        try (Connection connection = source.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the first column of all rows, as text. */
    static List<String> column(Source source, String query) {
        try (Connection connection = source.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            List<String> values = new ArrayList<>();
            while (row.next()) {
                values.add(String.valueOf(row.getString(1)));
            }
            return values;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
