package dev.harbor.store.jdbc;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.zip.CRC32C;

/** Reads and writes the pieces that bytes lie in. Every piece but the last is full. */
final class Chunk {

    static final int BYTES = 256 * 1024;

    private static final String INSERT = "INSERT INTO @chunk (blob, number, checksum, data) VALUES (?, ?, ?, ?)";
    private static final String FIND = "SELECT checksum, data FROM @chunk WHERE blob = ? AND number = ?";

    private Chunk() {}

    static void write(Session session, long blob, long number, byte[] data) throws SQLException {
        session.update(INSERT, blob, number, checksum(number, data), data);
    }

    /**
     * Reads a piece.
     *
     * @throws dev.harbor.error.StoreException if it is missing or damaged
     */
    static byte[] read(Session session, long blob, long number) throws SQLException {
        String what = "piece " + number + " of blob " + blob + " of the artifact store";
        try (ResultSet row = session.query(FIND, blob, number)) {
            if (!row.next()) {
                throw Failures.damaged(what, "it is missing");
            }
            byte[] data = row.getBytes("data");
            if (checksum(number, data) != row.getLong("checksum")) {
                throw Failures.damaged(what, "its checksum does not fit");
            }
            return data;
        }
    }

    private static long checksum(long number, byte[] data) {
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
        checksum.update(data);
        return checksum.getValue();
    }
}
