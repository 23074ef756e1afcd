package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is content on its way in, hashed while it comes. What fits into one piece waits in memory, because it may turn out to be there already; of larger content some
 * pieces at a time go into the database, where nobody sees them. Not thread-safe.
 */
final class Incoming implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Incoming.class);

    /** How many pieces one transaction takes. */
    private static final int PIECES = 8;

    private final Blobs blobs;
    private final Identity owner;
    private final long mostBytes;
    private final MessageDigest digest = ScopeKey.sha256();
    private byte[] head = {};
    private @Nullable Long blob;
    private @Nullable ArtifactRef ref;
    private long sizeBytes;

    Incoming(Blobs blobs, Identity owner, long mostBytes) {
        this.blobs = blobs;
        this.owner = owner;
        this.mostBytes = mostBytes;
    }

    /**
     * Reads a stream to its end.
     *
     * @throws IOException if the stream fails
     */
    void read(InputStream content) throws IOException {
        head = next(content);
        if (head.length == Chunk.BYTES) {
            readOn(content);
        }
        ref = new ArtifactRef(ArtifactRef.PREFIX + HexFormat.of().formatHex(digest.digest()));
    }

    private byte[] next(InputStream content) throws IOException {
        byte[] piece = content.readNBytes(Chunk.BYTES);
        sizeBytes += piece.length;
        if (sizeBytes > mostBytes) {
            throw Quotas.exceeded("one artifact", mostBytes);
        }
        digest.update(piece);
        return piece;
    }

    private void readOn(InputStream content) throws IOException {
        List<byte[]> pieces = new ArrayList<>();
        byte[] piece = next(content);
        if (piece.length == 0) {
            return;
        }
        long begun = Interrupts.putOff(() -> blobs.begin(owner));
        blob = begun;
        pieces.add(head);
        head = new byte[0];
        long written = 0;
        while (piece.length > 0) {
            pieces.add(piece);
            piece = piece.length < Chunk.BYTES ? new byte[0] : next(content);
            if (pieces.size() >= PIECES || piece.length == 0) {
                written += write(begun, written, pieces);
            }
        }
    }

    private int write(long target, long number, List<byte[]> pieces) {
        int count = pieces.size();
        Interrupts.putOff(() -> {
            blobs.write(target, number, pieces);
            return count;
        });
        pieces.clear();
        return count;
    }

    ArtifactRef ref() {
        return Objects.requireNonNull(ref);
    }

    long sizeBytes() {
        return sizeBytes;
    }

    /** Returns the bytes in the database, or null when all of them are in memory. */
    @Nullable
    Long blob() {
        return blob;
    }

    /** Returns the bytes in memory, which are all when there is no {@link #blob}. */
    byte[] head() {
        return head;
    }

    /** Removes what came in and was not stored. */
    @Override
    public void close() {
        if (blob == null) {
            return;
        }
        long begun = blob;
        try {
            Interrupts.putOff(() -> {
                blobs.purge(begun);
                return begun;
            });
        } catch (StoreException e) {
            LOG.warn("what was not stored of an artifact stays in the database for an hour", e);
        }
    }
}
