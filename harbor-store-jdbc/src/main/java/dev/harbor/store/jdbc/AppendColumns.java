package dev.harbor.store.jdbc;

import dev.harbor.identity.Identity;
import dev.harbor.journal.JournalEntry;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lays out many appends as columns, an array each, so that one statement writes them all. Not thread-safe. */
final class AppendColumns {

    private final List<PendingAppend> appends;
    private final boolean again;
    private final List<Row> records = new ArrayList<>();
    private final List<Key> keys = new ArrayList<>();

    private record Row(int number, String stream, long sequence, JournalEntry entry, long token, Json data) {}

    /** Is the data of a record in a class that may hold an array. */
    private static final class Json {

        private final byte[] bytes;

        Json(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private record Key(int number, String key, String value) {}

    /**
     * Lays out appends.
     *
     * @param again whether they were tried on a connection that was lost
     */
    AppendColumns(List<PendingAppend> appends, boolean again) {
        this.appends = appends;
        this.again = again;
        for (int number = 0; number < appends.size(); number++) {
            add(number, appends.get(number));
        }
    }

    private void add(int number, PendingAppend append) {
        long sequence = append.expectedSequence();
        for (JournalEntry entry : append.entries()) {
            sequence++;
            records.add(new Row(
                    number,
                    append.stream(),
                    sequence,
                    entry,
                    append.token(),
                    new Json(entry.data().toBytes())));
        }
        for (Map.Entry<String, String> key : append.head().keys().entrySet()) {
            keys.add(new Key(number, key.getKey(), key.getValue()));
        }
    }

    /** Sets the parameters of {@link PostgresAppends}' statement. */
    void set(PreparedStatement statement) throws SQLException {
        Setter setter = new Setter(statement);
        setAppends(setter);
        setter.set("int4", keys, Key::number);
        setter.set("text", keys, Key::key);
        setter.set("int4", keys, Key::number);
        setter.set("text", keys, Key::key);
        setter.set("text", keys, Key::value);
        setRecords(setter);
    }

    private void setAppends(Setter setter) throws SQLException {
        setter.numbers(appends.size());
        setter.set("text", appends, PendingAppend::stream);
        setter.set("int8", appends, append -> append.claim().epoch());
        setter.set("int8", appends, PendingAppend::expectedSequence);
        setter.set("int8", appends, PendingAppend::lastSequence);
        setter.set("int8", appends, PendingAppend::token);
        setter.set("bool", appends, append -> again);
        setter.set("text", appends, append -> Escaped.of(owner(append).tenant()));
        setter.set("text", appends, append -> Escaped.of(owner(append).user()));
        setter.set("text", appends, append -> Escaped.of(owner(append).session()));
        setter.bytes(appends, append -> ScopeKey.tenant(owner(append).tenant()));
        setter.bytes(
                appends,
                append -> ScopeKey.user(owner(append).tenant(), owner(append).user()));
        setter.bytes(appends, append -> ScopeKey.session(owner(append)));
        setter.set("text", appends, append -> append.head().state());
        setter.moments(appends, append -> append.head().wakeAt());
        setter.set("text", appends, append -> HeadKeys.write(append.head().keys()));
    }

    private void setRecords(Setter setter) throws SQLException {
        setter.set("int4", records, Row::number);
        setter.set("int8", records, Row::sequence);
        setter.set("text", records, row -> row.entry().type());
        setter.set("int4", records, row -> row.entry().version());
        setter.moments(records, row -> row.entry().at());
        setter.set(
                "int8",
                records,
                row -> RecordRow.checksum(row.stream(), row.sequence(), row.entry(), row.data().bytes));
        setter.set("int8", records, Row::token);
        setter.bytes(records, row -> row.data().bytes);
    }

    private static Identity owner(PendingAppend append) {
        return append.head().identity();
    }

    /** Sets one parameter after the other. */
    private static final class Setter {

        private final PreparedStatement statement;
        private final Connection connection;
        private int index;

        Setter(PreparedStatement statement) throws SQLException {
            this.statement = statement;
            this.connection = statement.getConnection();
        }

        void numbers(int count) throws SQLException {
            Integer[] numbers = new Integer[count];
            for (int i = 0; i < count; i++) {
                numbers[i] = i;
            }
            set(connection.createArrayOf("int4", numbers));
        }

        <T> void set(String type, List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
            set(connection.createArrayOf(type, rows.stream().map(value).toArray()));
        }

        <T> void bytes(List<T> rows, Function<T, byte[]> value) throws SQLException {
            set(connection.createArrayOf("bytea", rows.stream().map(value).toArray(byte[][]::new)));
        }

        /** Sets moments, which take two columns. */
        <T> void moments(List<T> rows, Function<T, @Nullable Instant> value) throws SQLException {
            Long[] seconds = new Long[rows.size()];
            Integer[] nanos = new Integer[rows.size()];
            for (int i = 0; i < seconds.length; i++) {
                Instant moment = value.apply(rows.get(i));
                if (moment != null) {
                    seconds[i] = moment.getEpochSecond();
                    nanos[i] = moment.getNano();
                }
            }
            set(connection.createArrayOf("int8", seconds));
            set(connection.createArrayOf("int4", nanos));
        }

        private void set(Array array) throws SQLException {
            index++;
            statement.setArray(index, array);
        }
    }
}
