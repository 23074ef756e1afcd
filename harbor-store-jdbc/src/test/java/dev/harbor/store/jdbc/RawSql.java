package dev.harbor.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
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

    /** Returns every row of every table, as {@code table|column=value|...}, bytes as Latin-1; for PostgreSQL of a schema, for SQLite of the file. */
    static List<String> dump(Source source, String schema) {
        String tables = schema.isEmpty()
                ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                : "SELECT table_name FROM information_schema.tables WHERE table_schema = '" + schema + "'";
        List<String> rows = new ArrayList<>();
        for (String table : column(source, tables)) {
            rows.addAll(rows(source, table, schema.isEmpty() ? table : '"' + schema + "\"." + table));
        }
        return rows;
    }

    private static List<String> rows(Source source, String table, String qualified) {
        try (Connection connection = source.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM " + qualified)) {
            List<String> rows = new ArrayList<>();
            while (row.next()) {
                rows.add(text(table, row));
            }
            rows.sort(Comparator.naturalOrder());
            return rows;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(String table, ResultSet row) throws SQLException {
        StringBuilder text = new StringBuilder(table);
        ResultSetMetaData columns = row.getMetaData();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            Object value = row.getObject(i);
            text.append('|').append(columns.getColumnName(i)).append('=');
            text.append(value instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1) : value);
        }
        return text.toString();
    }
}
