package dev.harbor.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads moments, which take two columns: seconds and nanoseconds. */
final class Moments {

    private Moments() {}

    static Instant read(ResultSet row, String name) throws SQLException {
        return Instant.ofEpochSecond(row.getLong(name + "_second"), row.getInt(name + "_nano"));
    }

    static @Nullable Instant readOrNull(ResultSet row, String name) throws SQLException {
        long second = row.getLong(name + "_second");
        return row.wasNull() ? null : Instant.ofEpochSecond(second, row.getInt(name + "_nano"));
    }

    /** Returns the moment that lies so far back, or the first one that there is. */
    static Instant before(Instant moment, Duration time) {
        return Duration.between(Instant.MIN, moment).compareTo(time) > 0 ? moment.minus(time) : Instant.MIN;
    }
}
