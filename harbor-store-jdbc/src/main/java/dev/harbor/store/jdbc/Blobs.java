package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps bytes: takes them in, gives them out, and removes them together with the entries that no longer want them. Thread-safe. */
final class Blobs {

    /** The state of bytes that come in. */
    static final int INCOMING = 0;

    /** The state of bytes that entries have. */
    static final int STORED = 1;

    /** The state of bytes that no entry has any more, but perhaps a reader. */
    static final int REMOVED = 2;

    private static final Logger LOG = LoggerFactory.getLogger(Blobs.class);
    private static final int BATCH = 100;
    private static final String INSERT = "INSERT INTO @blob (session_key, user_key, tenant_key, sha256, size, state,"
            + " touched_second, touched_nano) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id";
    private static final String IS_STORED = "SELECT 1 FROM @blob WHERE id = ? AND state = " + STORED;

    private final Database database;
    private final Clock clock;
    private final OpenBlobs open = new OpenBlobs();

    Blobs(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Begins bytes that nobody sees yet. */
    long begin(Identity owner) {
        return database.write("begin an artifact", session -> insert(session, owner, Parameters.NO_TEXT, 0, INCOMING));
    }

    /** Stores bytes that fit into one piece, which is seen when the transaction is durable. */
    long store(Session session, Identity owner, ArtifactRef ref, byte[] content) throws SQLException {
        long blob = insert(session, owner, ref.sha256(), content.length, STORED);
        if (content.length > 0) {
            Chunk.write(session, blob, 0, content);
        }
        return blob;
    }

    private long insert(Session session, Identity owner, Object sha256, long size, int state) throws SQLException {
        try (ResultSet row = session.query(
                INSERT,
                ScopeKey.session(owner),
                ScopeKey.user(owner.tenant(), owner.user()),
                ScopeKey.tenant(owner.tenant()),
                sha256,
                size,
                state,
                clock.instant())) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Adds pieces to bytes that come in. */
    void write(long blob, long number, List<byte[]> chunks) {
        database.write("store an artifact", session -> {
            requireIncoming(session.update(
                    "UPDATE @blob SET touched_second = ?, touched_nano = ? WHERE id = ? AND state = " + INCOMING,
                    clock.instant(),
                    blob));
            long next = number;
            for (byte[] chunk : chunks) {
                Chunk.write(session, blob, next, chunk);
                next++;
            }
            return next;
        });
    }

    /** Lets bytes that have come in be seen when the transaction is durable. */
    void store(Session session, long blob, ArtifactRef ref, long size) throws SQLException {
        requireIncoming(session.update(
                "UPDATE @blob SET state = " + STORED
                        + ", sha256 = ?, size = ?, touched_second = ?, touched_nano = ? WHERE id = ? AND state = "
                        + INCOMING,
                ref.sha256(),
                size,
                clock.instant(),
                blob));
    }

    private static void requireIncoming(int changed) {
        if (changed == 0) {
            throw new StoreException(
                    ErrorCode.STORE_FAILED,
                    "nothing was stored: the stream gave nothing for so long that what it had given was removed");
        }
    }

    /** Finds bytes of a session; nobody else changes them before the transaction ends. */
    OptionalLong find(Session session, Identity owner, ArtifactRef ref) throws SQLException {
        try (ResultSet row = session.query(
                "SELECT id FROM @blob WHERE session_key = ? AND sha256 = ? AND state = " + STORED + database.rowLock(),
                ScopeKey.session(owner),
                ref.sha256())) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    /** Opens bytes at an offset; empty if they were removed. */
    Optional<InputStream> open(Stored stored, long offset) {
        ChunkStream stream = new ChunkStream(database, this, stored, offset);
        open.begin(stored.blob());
        try {
            boolean isThere = database.read("read an artifact", session -> {
                try (ResultSet row = session.query(IS_STORED, stored.blob())) {
                    return row.next();
                }
            });
            if (!isThere) {
                return Optional.empty();
            }
            // What fits into one piece needs no open stream.
            if (stream.isShort()) {
                return Optional.of(new ByteArrayInputStream(stream.rest()));
            }
            database.retain();
            open.begin(stored.blob());
            return Optional.of(stream);
        } finally {
            closed(stored.blob());
        }
    }

    /** Says that nobody reads bytes any more; removes them if that had to wait. */
    void closed(long blob) {
        if (!open.end(blob)) {
            return;
        }
        try {
            purge(blob);
        } catch (StoreException e) {
            LOG.warn("bytes that were removed while they were read stay in {} for an hour", database.name(), e);
        }
    }

    /** Removes the entries that are selected, then the bytes that nobody wants any more, and returns how many entries that were. */
    long remove(ArtifactSql selected) {
        long removed = 0;
        int seen;
        do {
            Batch batch = database.write("remove artifacts", session -> removeBatch(session, selected));
            removed += batch.removed;
            seen = batch.seen;
            batch.orphans.stream().filter(open::remove).forEach(this::purge);
        } while (seen == BATCH);
        return removed;
    }

    /** Is what one transaction removed. */
    private static final class Batch {

        private final List<Long> entries = new ArrayList<>();
        private final Set<Long> blobs = new TreeSet<>();
        private final List<Long> orphans = new ArrayList<>();
        private int seen;
        private long removed;
    }

    private Batch removeBatch(Session session, ArtifactSql selected) throws SQLException {
        Batch batch = new Batch();
        try (ResultSet row = session.query(
                "SELECT a.id, a.blob" + selected.text() + " ORDER BY a.blob, a.id LIMIT ?",
                selected.parameters(BATCH))) {
            while (row.next()) {
                batch.entries.add(row.getLong(1));
                batch.blobs.add(row.getLong(2));
            }
        }
        batch.seen = batch.entries.size();
        for (long blob : batch.blobs) {
            session.query(IS_STORED + database.rowLock(), blob).close();
        }
        for (long entry : batch.entries) {
            batch.removed += session.update("DELETE FROM @artifact WHERE id = ?", entry);
        }
        for (long blob : batch.blobs) {
            int orphaned = session.update(
                    "UPDATE @blob SET state = " + REMOVED
                            + ", touched_second = ?, touched_nano = ? WHERE id = ? AND state = " + STORED
                            + " AND NOT EXISTS (SELECT 1 FROM @artifact WHERE blob = ?)",
                    clock.instant(),
                    blob,
                    blob);
            if (orphaned > 0) {
                batch.orphans.add(blob);
            }
        }
        return batch;
    }

    /** Removes bytes for good that no entry has. */
    void purge(long blob) {
        database.write("remove an artifact", session -> {
            try (ResultSet row = session.query(
                    "SELECT 1 FROM @blob WHERE id = ? AND state <> " + STORED + database.rowLock(), blob)) {
                if (!row.next()) {
                    return false;
                }
            }
            session.update("DELETE FROM @chunk WHERE blob = ?", blob);
            session.update("DELETE FROM @blob WHERE id = ?", blob);
            return true;
        });
    }

    /** Removes what nobody has touched since a moment: bytes that came in and were given up, and removed ones that this store does not read. */
    void purgeLeftovers(Instant until) {
        List<Long> leftovers = database.read("look for leftovers", session -> {
            List<Long> found = new ArrayList<>();
            for (int state : new int[] {INCOMING, REMOVED}) {
                try (ResultSet row = session.query(
                        "SELECT id FROM @blob WHERE state = ? AND (touched_second, touched_nano) <= (?, ?) LIMIT "
                                + BATCH,
                        state,
                        until)) {
                    while (row.next()) {
                        found.add(row.getLong(1));
                    }
                }
            }
            return found;
        });
        leftovers.stream().filter(open::remove).forEach(this::purge);
    }
}
