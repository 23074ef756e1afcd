package dev.harbor.store.jdbc;

import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.StreamInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds streams by their heads, and deletes them. Thread-safe. */
final class Streams {

    /** What is left of a name: its epoch, one higher, so that no record of it meets those of a later stream. */
    private static final String TOMBSTONE =
            "UPDATE @stream SET epoch = epoch + 1, born = epoch + 1, sequence = 0, token = 0, owner = ?, until_second"
                    + " = ?, until_nano = ?, tenant = ?, user_name = ?, session = ?, session_key = ?, state = ?,"
                    + " wake_second = ?, wake_nano = ?, keys = ? WHERE id = ?";

    private final Database database;

    Streams(Database database) {
        this.database = database;
    }

    Optional<StreamRow> row(String stream) {
        if (!Escaped.isPlain(stream)) {
            return Optional.empty();
        }
        return database.read("look up stream '" + stream + "'", session -> StreamRow.find(session, stream, ""));
    }

    List<StreamInfo> find(HeadQuery query) {
        FindSql sql = FindSql.of(query);
        List<StreamInfo> found = new ArrayList<>();
        String after = Escaped.wellFormedPrefix(query.after());
        int asked = query.limit();
        List<StreamRow> page;
        // One page, unless the name to begin after can't be told to a database exactly.
        do {
            asked = query.limit() - found.size();
            page = page(sql, after, asked);
            page.stream()
                    .flatMap(row -> row.info().stream())
                    .filter(query::matches)
                    .forEach(found::add);
            after = page.isEmpty() ? after : page.get(page.size() - 1).name();
        } while (page.size() == asked && found.size() < query.limit());
        return List.copyOf(found);
    }

    private List<StreamRow> page(FindSql sql, String after, int limit) {
        if (!sql.canMatch()) {
            return List.of();
        }
        return database.read("find streams", session -> {
            List<StreamRow> rows = new ArrayList<>();
            try (ResultSet row = session.query(sql.text(), sql.parameters(after, limit))) {
                while (row.next()) {
                    rows.add(StreamRow.read(row));
                }
            }
            return rows;
        });
    }

    boolean delete(String stream) {
        if (!Escaped.isPlain(stream)) {
            return false;
        }
        return database.write("delete stream '" + stream + "'", session -> {
            StreamRow row = StreamRow.find(session, stream, database.rowLock()).orElse(null);
            if (row == null) {
                return false;
            }
            delete(session, row);
            return row.head() != null;
        });
    }

    private static void delete(Session session, StreamRow row) throws SQLException {
        session.update("DELETE FROM @record WHERE stream = ?", row.id());
        session.update("DELETE FROM @head WHERE stream = ?", row.id());
        session.update("DELETE FROM @head_key WHERE stream = ?", row.id());
        session.update(
                TOMBSTONE,
                Parameters.NO_TEXT,
                StreamRow.FREE,
                Parameters.NO_TEXT,
                Parameters.NO_TEXT,
                Parameters.NO_TEXT,
                Parameters.NO_BYTES,
                Parameters.NO_TEXT,
                Parameters.NO_MOMENT,
                Parameters.NO_TEXT,
                row.id());
    }
}
