package dev.harbor.store.jdbc;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Is the form of a record in a row. The checksum covers the name of the stream, the place and everything else, so that a record is told from one that lay
 * elsewhere. Format {@value #FORMAT}; one that is not known here is refused.
 */
final class RecordRow {

    static final int FORMAT = 1;

    /** The columns that a record is read from. */
    static final String COLUMNS = "sequence, type, version, at_second, at_nano, format, checksum, data";

    /** The columns that a record is written to, after which come {@code stream}, {@code born} and {@link #values}. */
    static final String WRITTEN =
            "(stream, born, sequence, type, version, at_second, at_nano, format, checksum, token, data)";

    /** The places of {@link #values} in a statement. */
    static final String PLACES = "?, ?, ?, ?, ?, ?, ?, ?, ?";

    private static final String INSERT = "INSERT INTO @record " + WRITTEN + " VALUES (?, ?, " + PLACES + ")";

    private RecordRow() {}

    /** Writes the records of an append, one by one. */
    static void write(Session session, long stream, long born, PendingAppend append) throws SQLException {
        for (int i = 0; i < append.entries().size(); i++) {
            List<Object> values = new ArrayList<>(List.of(stream, born));
            Collections.addAll(values, values(append, i));
            session.update(INSERT, values.toArray());
        }
    }

    /** Returns what is written of a record of an append, apart from the stream. */
    static Object[] values(PendingAppend append, int index) {
        JournalEntry entry = append.entries().get(index);
        long sequence = append.expectedSequence() + index + 1;
        byte[] data = entry.data().toBytes();
        return new Object[] {
            sequence,
            entry.type(),
            entry.version(),
            entry.at(),
            FORMAT,
            checksum(append.stream(), sequence, entry, data),
            append.token(),
            data
        };
    }

    static long checksum(String stream, long sequence, JournalEntry entry, byte[] data) {
        return checksum(stream, sequence, entry.type(), entry.version(), entry.at(), data);
    }

    private static long checksum(String stream, long sequence, String type, int version, Instant at, byte[] data) {
        byte[] name = stream.getBytes(StandardCharsets.UTF_8);
        byte[] kind = type.getBytes(StandardCharsets.UTF_8);
        ByteBuffer rest = ByteBuffer.allocate(name.length + kind.length + 40);
        rest.putInt(name.length).put(name).putInt(kind.length).put(kind);
        rest.putInt(FORMAT).putLong(sequence).putInt(version);
        rest.putLong(at.getEpochSecond()).putInt(at.getNano());
        CRC32C checksum = new CRC32C();
        checksum.update(rest.array(), 0, rest.position());
        checksum.update(data);
        return checksum.getValue();
    }

    /**
     * Reads a record of a stream.
     *
     * @param sequence the place that it has to have
     * @throws StoreException if it is damaged, another one, or of a later format
     */
    static JournalRecord read(ResultSet row, String stream, long sequence) throws SQLException {
        String what = what(stream, sequence);
        long found = row.getLong("sequence");
        if (found != sequence) {
            throw Failures.damaged(what, "it is missing, the next one is " + found);
        }
        int format = row.getInt("format");
        if (format > FORMAT) {
            throw new StoreException(
                    ErrorCode.STORE_FAILED,
                    what + " has format " + format + ", but this program knows format " + FORMAT
                            + " at most; use a newer harbor-store-jdbc");
        }
        byte[] data = row.getBytes("data");
        String type = row.getString("type");
        int version = row.getInt("version");
        try {
            Instant at = Moments.read(row, "at");
            if (checksum(stream, sequence, type, version, at, data) != row.getLong("checksum")) {
                throw Failures.damaged(what, "its checksum does not fit");
            }
            return new JournalRecord(
                    sequence, new JournalEntry(type, version, at, Json.lazy(new String(data, StandardCharsets.UTF_8))));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw Failures.damaged(what, e);
        }
    }

    static String what(String stream, long sequence) {
        return "record " + sequence + " of stream '" + stream + "'";
    }
}
