package dev.harbor.store.jdbc;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.JournalRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a stream page by page, up to the end that it had when reading began: whole appends, and no transaction is held meanwhile. A page has a
 * bounded number of bytes. Not thread-safe.
 */
final class RecordReader implements Spliterator<JournalRecord> {

    private static final int PAGE_RECORDS = 512;
    private static final long PAGE_BYTES = 1L << 20;

    /** SQL for a database that gives rows one by one. */
    static final String PAGE = "SELECT " + RecordRow.COLUMNS + " FROM @record"
            + " WHERE stream = ? AND born = ? AND sequence >= ? AND sequence <= ? ORDER BY sequence LIMIT ?";

    /** SQL for one whose driver holds all rows of a result: no more of them than the bytes of a page allow. */
    static final String BOUNDED_PAGE = "SELECT " + RecordRow.COLUMNS + " FROM (SELECT " + RecordRow.COLUMNS
            + ", sum(octet_length(data)) OVER (ORDER BY sequence) - octet_length(data) AS before FROM (SELECT "
            + RecordRow.COLUMNS + " FROM @record WHERE stream = ? AND born = ? AND sequence >= ? AND sequence <= ?"
            + " ORDER BY sequence LIMIT ?) AS rows) AS summed WHERE before < " + PAGE_BYTES + " ORDER BY sequence";

    private final Pages pages;
    private final StreamRow stream;
    private final Deque<JournalRecord> page = new ArrayDeque<>();
    private long next;

    /** Gives the records of a stream from a sequence on: one at least while there are any. */
    @FunctionalInterface
    interface Pages {
        List<JournalRecord> from(StreamRow stream, long sequence);
    }

    RecordReader(Pages pages, StreamRow stream, long from) {
        this.pages = pages;
        this.stream = stream;
        this.next = from;
    }

    @Override
    public boolean tryAdvance(Consumer<? super JournalRecord> action) {
        Objects.requireNonNull(action, "action");
        if (next > stream.sequence()) {
            return false;
        }
        if (page.isEmpty()) {
            page.addAll(pages.from(stream, next));
        }
        JournalRecord record = page.remove();
        next++;
        action.accept(record);
        return true;
    }

    /** Reads one page. */
    static List<JournalRecord> page(Database database, String sql, StreamRow stream, long from) {
        String what = "read stream '" + stream.name() + "'";
        return database.read(what, session -> page(session, sql, stream, from));
    }

    private static List<JournalRecord> page(Session session, String sql, StreamRow stream, long from)
            throws SQLException {
        List<JournalRecord> page = new ArrayList<>();
        try (ResultSet row = session.query(sql, stream.id(), stream.born(), from, stream.sequence(), PAGE_RECORDS)) {
            fill(page, row, stream, from);
        } catch (StoreException e) {
            // What is before a damaged record is given first; the next page begins with it.
            if (page.isEmpty()) {
                throw e;
            }
        }
        if (page.isEmpty()) {
            throw missing(session, stream, from);
        }
        return page;
    }

    private static void fill(List<JournalRecord> page, ResultSet row, StreamRow stream, long from) throws SQLException {
        long bytes = 0;
        while (bytes < PAGE_BYTES && row.next()) {
            JournalRecord record = RecordRow.read(row, stream.name(), from + page.size());
            bytes += record.entry().data().sizeBytes();
            page.add(record);
        }
    }

    private static RuntimeException missing(Session session, StreamRow stream, long sequence) throws SQLException {
        boolean isDeleted = StreamRow.find(session, stream.name(), "")
                .filter(now -> now.born() == stream.born())
                .isEmpty();
        return isDeleted
                ? new StoreException(
                        ErrorCode.STORE_FAILED,
                        "stream '" + stream.name() + "' was deleted while it was read, after record " + (sequence - 1))
                : Failures.damaged(RecordRow.what(stream.name(), sequence), "it is missing");
    }

    @Override
    public @Nullable Spliterator<JournalRecord> trySplit() {
        return null;
    }

    @Override
    public long estimateSize() {
        return Math.max(0, stream.sequence() - next + 1);
    }

    @Override
    public int characteristics() {
        return ORDERED | NONNULL | IMMUTABLE | DISTINCT | SIZED;
    }
}
