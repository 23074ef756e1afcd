package dev.harbor.store.jdbc;

import dev.harbor.identity.Identity;
import dev.harbor.journal.StreamHead;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;

/** Writes one append, statement by statement, into a stream whose row was read in the same transaction. */
final class AppendSql {

    private static final String SAME_OWNER =
            "UPDATE @stream SET sequence = ?, token = ?, state = ?, wake_second = ?, wake_nano = ?, keys = ? WHERE id"
                    + " = ?";
    private static final String NEW_STREAM = "UPDATE @stream SET sequence = ?, token = ?, state = ?, wake_second = ?,"
            + " wake_nano = ?, keys = ?, tenant = ?, user_name = ?, session = ?, session_key = ? WHERE id = ?";
    private static final String NEW_HEAD = "INSERT INTO @head (stream, name, tenant_key, user_key, session_key, state,"
            + " wake_second, wake_nano) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String MOVED_HEAD =
            "UPDATE @head SET state = ?, wake_second = ?, wake_nano = ? WHERE stream = ?";

    private final Session session;
    private final StreamRow row;
    private final PendingAppend append;

    AppendSql(Session session, StreamRow row, PendingAppend append) {
        this.session = session;
        this.row = row;
        this.append = append;
    }

    void run() throws SQLException {
        RecordRow.write(session, row.id(), row.born(), append);
        StreamHead before = row.head();
        StreamHead head = append.head();
        if (before == null) {
            writeNewStream(head);
            writeNewHead(head);
        } else {
            writeHead(head);
            session.update(MOVED_HEAD, head.state(), wakeAt(head), row.id());
        }
        if (before == null || !before.keys().equals(head.keys())) {
            writeKeys(head.keys());
        }
    }

    private void writeHead(StreamHead head) throws SQLException {
        session.update(
                SAME_OWNER,
                append.lastSequence(),
                append.token(),
                head.state(),
                wakeAt(head),
                HeadKeys.write(head.keys()),
                row.id());
    }

    private void writeNewStream(StreamHead head) throws SQLException {
        Identity owner = head.identity();
        session.update(
                NEW_STREAM,
                append.lastSequence(),
                append.token(),
                head.state(),
                wakeAt(head),
                HeadKeys.write(head.keys()),
                Escaped.of(owner.tenant()),
                Escaped.of(owner.user()),
                Escaped.of(owner.session()),
                ScopeKey.session(owner),
                row.id());
    }

    private void writeNewHead(StreamHead head) throws SQLException {
        Identity owner = head.identity();
        session.update(
                NEW_HEAD,
                row.id(),
                row.name(),
                ScopeKey.tenant(owner.tenant()),
                ScopeKey.user(owner.tenant(), owner.user()),
                ScopeKey.session(owner),
                head.state(),
                wakeAt(head));
    }

    private void writeKeys(Map<String, String> keys) throws SQLException {
        session.update("DELETE FROM @head_key WHERE stream = ?", row.id());
        for (Map.Entry<String, String> key : keys.entrySet()) {
            session.update(
                    "INSERT INTO @head_key (stream, key, value) VALUES (?, ?, ?)",
                    row.id(),
                    key.getKey(),
                    key.getValue());
        }
    }

    private static Object wakeAt(StreamHead head) {
        Instant wakeAt = head.wakeAt();
        return wakeAt == null ? Parameters.NO_MOMENT : wakeAt;
    }
}
