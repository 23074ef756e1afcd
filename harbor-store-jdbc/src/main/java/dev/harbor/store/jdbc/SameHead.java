package dev.harbor.store.jdbc;

import dev.harbor.journal.StreamHead;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Appends to a stream whose head stays as it is, as in most appends: the row of the stream is changed where it fits, and nothing is read first. What does not fit
 * changes nothing here; the long way does it, or says why not.
 */
final class SameHead {

    /** The most records that PostgreSQL gets in this way: each number of them is another statement. */
    private static final int MAX_RECORDS = 4;

    private static final String MOVED = """
        UPDATE @stream SET sequence = ?, token = ? WHERE name = ? AND epoch = ? AND owner IS NOT NULL
          AND sequence = ? AND (refused IS NULL OR refused <> ?)\
        """;

    private static final Form BEHIND = new Form(MOVED + " AND token = ?");

    private static final Form UNDER = new Form(MOVED + """
         AND session_key = ? AND state = ?
          AND wake_second IS NOT DISTINCT FROM ? AND wake_nano IS NOT DISTINCT FROM ? AND keys = ?\
        """);

    private static final String NAMED = "INSERT INTO @record " + RecordRow.WRITTEN + " SELECT id, born, "
            + RecordRow.PLACES + " FROM @stream WHERE name = ?";

    private final Session session;
    private final PendingAppend append;
    private final LastAppends.@Nullable Last last;

    SameHead(Session session, PendingAppend append) {
        this.session = session;
        this.append = append;
        this.last = append.last();
    }

    /** Is how a row is told to be under the same head: behind the append that wrote the head, or by all that the head is. */
    private record Form(String moved, List<String> withRecords) {

        Form(String moved) {
            this(
                    moved,
                    IntStream.rangeClosed(1, MAX_RECORDS)
                            .mapToObj(count -> withRecords(moved, count))
                            .toList());
        }

        private static String withRecords(String moved, int count) {
            String row = " SELECT id, born, " + RecordRow.PLACES + " FROM held";
            return "WITH held AS (" + moved + " RETURNING id, born) INSERT INTO @record " + RecordRow.WRITTEN
                    + String.join(" UNION ALL", Collections.nCopies(count, row));
        }
    }

    /** Appends in one statement and tells whether it did; for PostgreSQL. */
    boolean runAtOnce() throws SQLException {
        int count = append.entries().size();
        if (!isWorthATry() || count == 0 || count > MAX_RECORDS) {
            return false;
        }
        List<Object> parameters = moved();
        for (int i = 0; i < count; i++) {
            Collections.addAll(parameters, RecordRow.values(append, i));
        }
        return session.update(form().withRecords().get(count - 1), parameters.toArray()) > 0;
    }

    /** Appends in a transaction that is open, and tells whether it did. */
    boolean run() throws SQLException {
        // Not by RETURNING: to read the id is dearer in SQLite than to look it up again.
        if (!isWorthATry() || session.update(form().moved(), moved().toArray()) == 0) {
            return false;
        }
        for (int i = 0; i < append.entries().size(); i++) {
            List<Object> values = new ArrayList<>(List.of(RecordRow.values(append, i)));
            values.add(append.stream());
            session.update(NAMED, values.toArray());
        }
        return true;
    }

    /** Tells whether the head may be the same: that of a stream that begins is not there yet, and one that is known to be another one is not. */
    private boolean isWorthATry() {
        return append.expectedSequence() > 0 && (last == null || last.head().equals(append.head()));
    }

    private Form form() {
        return last == null ? UNDER : BEHIND;
    }

    private List<Object> moved() {
        List<Object> values = new ArrayList<>(List.of(
                append.lastSequence(),
                append.token(),
                append.stream(),
                append.claim().epoch(),
                append.expectedSequence(),
                append.token()));
        if (last == null) {
            addHead(values);
        } else {
            values.add(last.token());
        }
        return values;
    }

    private void addHead(List<Object> values) {
        StreamHead head = append.head();
        Instant wakeAt = head.wakeAt();
        Collections.addAll(
                values,
                ScopeKey.session(head.identity()),
                head.state(),
                wakeAt == null ? Parameters.NO_MOMENT : wakeAt,
                HeadKeys.write(head.keys()));
    }
}
