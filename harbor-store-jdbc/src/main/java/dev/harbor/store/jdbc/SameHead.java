package dev.harbor.store.jdbc;

import dev.harbor.journal.StreamHead;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Appends to a stream whose head stays as it is, as in most appends: the row of the stream is changed where it fits, and nothing is read first. What does not fit
 * changes nothing here; the long way does it, or says why not.
 */
final class SameHead {

    /** The most records that PostgreSQL gets in this way: each number of them is another statement. */
    private static final int MAX_RECORDS = 4;

    private static final String HELD = """
        UPDATE @stream SET sequence = ?, token = ? WHERE name = ? AND epoch = ? AND owner IS NOT NULL
          AND sequence = ? AND (refused IS NULL OR refused <> ?) AND session_key = ? AND state = ?
          AND wake_second IS NOT DISTINCT FROM ? AND wake_nano IS NOT DISTINCT FROM ? AND keys = ?\
        """;

    private static final String NAMED = "INSERT INTO @record " + RecordRow.WRITTEN + " SELECT id, born, "
            + RecordRow.PLACES + " FROM @stream WHERE name = ?";

    private static final List<String> WITH_RECORDS = IntStream.rangeClosed(1, MAX_RECORDS)
            .mapToObj(SameHead::withRecords)
            .toList();

    private final Session session;
    private final PendingAppend append;

    SameHead(Session session, PendingAppend append) {
        this.session = session;
        this.append = append;
    }

    private static String withRecords(int count) {
        String row = " SELECT id, born, " + RecordRow.PLACES + " FROM held";
        return "WITH held AS (" + HELD + " RETURNING id, born) INSERT INTO @record " + RecordRow.WRITTEN
                + String.join(" UNION ALL", Collections.nCopies(count, row));
    }

    /** Appends in one statement and tells whether it did; for PostgreSQL. A stream that begins has no head yet, and is not worth a try. */
    boolean runAtOnce() throws SQLException {
        int count = append.entries().size();
        if (count == 0 || count > MAX_RECORDS || append.expectedSequence() == 0) {
            return false;
        }
        List<Object> parameters = held();
        for (int i = 0; i < count; i++) {
            Collections.addAll(parameters, RecordRow.values(append, i));
        }
        return session.update(WITH_RECORDS.get(count - 1), parameters.toArray()) > 0;
    }

    /** Appends in a transaction that is open, and tells whether it did. */
    boolean run() throws SQLException {
        // Not by RETURNING: to read the id is dearer in SQLite than to look it up again.
        if (session.update(HELD, held().toArray()) == 0) {
            return false;
        }
        for (int i = 0; i < append.entries().size(); i++) {
            List<Object> values = new ArrayList<>(List.of(RecordRow.values(append, i)));
            values.add(append.stream());
            session.update(NAMED, values.toArray());
        }
        return true;
    }

    private List<Object> held() {
        StreamHead head = append.head();
        Instant wakeAt = head.wakeAt();
        List<Object> values = new ArrayList<>(List.of(
                append.lastSequence(),
                append.token(),
                append.stream(),
                append.claim().epoch(),
                append.expectedSequence(),
                append.token()));
        Collections.addAll(
                values,
                ScopeKey.session(head.identity()),
                head.state(),
                wakeAt == null ? Parameters.NO_MOMENT : wakeAt,
                HeadKeys.write(head.keys()));
        return values;
    }
}
