package dev.harbor.store.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;

/** Sets the parameters of statements. */
final class Parameters {

    /** Stands for a text that is missing. */
    static final Object NO_TEXT = new Absent(Types.VARCHAR);

    /** Stands for bytes that are missing. */
    static final Object NO_BYTES = new Absent(Types.BINARY);

    /** Stands for a moment that is missing. */
    static final Object NO_MOMENT = new Object();

    private record Absent(int type) {}

    private Parameters() {}

    static void set(PreparedStatement statement, Object... values) throws SQLException {
        int index = 1;
        for (Object value : values) {
            index += set(statement, index, value);
        }
    }

    /** Returns how many parameters it took: a moment is two columns, so that every nanosecond of it is kept. */
    private static int set(PreparedStatement statement, int index, Object value) throws SQLException {
        if (value instanceof Instant moment) {
            statement.setLong(index, moment.getEpochSecond());
            statement.setInt(index + 1, moment.getNano());
            return 2;
        }
        if (value == NO_MOMENT) {
            statement.setNull(index, Types.BIGINT);
            statement.setNull(index + 1, Types.INTEGER);
            return 2;
        }
        if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else if (value instanceof Absent absent) {
            statement.setNull(index, absent.type());
        } else if (value instanceof Long number) {
            statement.setLong(index, number);
        } else if (value instanceof Integer number) {
            statement.setInt(index, number);
        } else {
            statement.setString(index, (String) value);
        }
        return 1;
    }
}
