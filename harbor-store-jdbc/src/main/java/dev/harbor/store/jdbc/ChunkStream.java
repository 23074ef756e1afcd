package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactRef;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads bytes piece by piece; no transaction is held between them. Each piece is checked by its checksum, and what is read from the first byte on also by the
 * reference: the last piece is given only if the whole is what the reference says. Not thread-safe.
 */
final class ChunkStream extends InputStream {

    private final Database database;
    private final Blobs blobs;
    private final long blob;
    private final ArtifactRef ref;
    private final long size;
    private final @Nullable MessageDigest digest;
    private long position;
    private byte[] chunk = {};
    private int at;
    private boolean closed;

    ChunkStream(Database database, Blobs blobs, Stored stored, long offset) {
        this.database = database;
        this.blobs = blobs;
        this.blob = stored.blob();
        this.ref = stored.info().ref();
        this.size = stored.info().sizeBytes();
        this.position = Math.min(offset, size);
        this.digest = position == 0 || size <= Chunk.BYTES ? ScopeKey.sha256() : null;
    }

    /** Tells whether all that is left lies in one piece. */
    boolean isShort() {
        return position == size || position / Chunk.BYTES == (size - 1) / Chunk.BYTES;
    }

    /** Reads all that is left of {@linkplain #isShort short} bytes. */
    byte[] rest() {
        if (position < size || size == 0) {
            load();
        }
        return Arrays.copyOfRange(chunk, at, chunk.length);
    }

    private void load() {
        long number = position / Chunk.BYTES;
        chunk = size == 0
                ? new byte[0]
                : database.read("read an artifact", session -> Chunk.read(session, blob, number));
        at = (int) (position - number * Chunk.BYTES);
        long end = number * Chunk.BYTES + chunk.length;
        if (end > size || (end < size && chunk.length != Chunk.BYTES)) {
            throw Failures.damaged("artifact " + ref.id(), "a piece of it has another length");
        }
        if (digest != null) {
            verify(digest, end);
        }
    }

    private void verify(MessageDigest hash, long end) {
        hash.update(chunk);
        if (end == size && !HexFormat.of().formatHex(hash.digest()).equals(ref.sha256())) {
            throw Failures.damaged("artifact " + ref.id(), "its content is not what its reference says");
        }
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) {
        Objects.checkFromIndexSize(from, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (position == size) {
            return -1;
        }
        if (at == chunk.length) {
            Interrupts.putOff(() -> {
                load();
                return at;
            });
        }
        int count = Math.min(length, chunk.length - at);
        System.arraycopy(chunk, at, into, from, count);
        at += count;
        position += count;
        return count;
    }

    @Override
    public int available() {
        return chunk.length - at;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            blobs.closed(blob);
            database.release();
        }
    }
}
