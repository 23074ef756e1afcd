package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes content that has come in an entry, in one transaction. Storing the same again changes nothing but its age, so it is simply done again when somebody else
 * stored it at the same moment, or when the connection was lost and nobody knows what the server did. Thread-safe.
 */
final class Publisher {

    private static final int MAX_ATTEMPTS = 8;

    private final Database database;
    private final Blobs blobs;
    private final Quotas quotas;
    private final Entries entries;
    private final Clock clock;

    Publisher(Database database, Blobs blobs, Quotas quotas, Entries entries, Clock clock) {
        this.database = database;
        this.blobs = blobs;
        this.quotas = quotas;
        this.entries = entries;
        this.clock = clock;
    }

    ArtifactInfo publish(Incoming incoming, ArtifactScope scope, ArtifactOptions options) {
        boolean lost = false;
        for (int attempt = 1; ; attempt++) {
            try {
                return database.write("store an artifact", session -> publish(session, incoming, scope, options));
            } catch (StoreException e) {
                if (!(e.getCause() instanceof SQLException cause)) {
                    throw e;
                }
                lost |= database.isLost(cause);
                if (attempt == MAX_ATTEMPTS || !(lost || database.isConflict(cause))) {
                    throw lost ? Failures.inDoubt(database.name(), "store an artifact", cause) : e;
                }
            }
        }
    }

    private ArtifactInfo publish(Session session, Incoming incoming, ArtifactScope scope, ArtifactOptions options)
            throws SQLException {
        Identity owner = scope.identity();
        quotas.lock(session, owner);
        OptionalLong there = blobs.find(session, owner, incoming.ref());
        Instant now = clock.instant();
        if (there.isPresent() && isExpired(session, there.getAsLong())) {
            blobs.forget(session, there.getAsLong());
            there = OptionalLong.empty();
        }
        long blob = there.isPresent() ? touch(session, there.getAsLong(), now) : store(session, incoming, owner);
        return Entries.add(session, blob, new ArtifactInfo(incoming.ref(), incoming.sizeBytes(), scope, options, now));
    }

    private boolean isExpired(Session session, long blob) throws SQLException {
        Instant expiry = entries.expiry();
        if (expiry == null) {
            return false;
        }
        try (ResultSet row = session.query(
                "SELECT 1 FROM @blob WHERE id = ? AND (touched_second, touched_nano) <= (?, ?)", blob, expiry)) {
            return row.next();
        }
    }

    private static long touch(Session session, long blob, Instant now) throws SQLException {
        session.update("UPDATE @blob SET touched_second = ?, touched_nano = ? WHERE id = ?", now, blob);
        return blob;
    }

    private long store(Session session, Incoming incoming, Identity owner) throws SQLException {
        quotas.requireRoom(session, owner, incoming.sizeBytes(), entries.expiry());
        @Nullable Long blob = incoming.blob();
        if (blob == null) {
            return blobs.store(session, owner, incoming.ref(), incoming.head());
        }
        blobs.store(session, blob, incoming.ref(), incoming.sizeBytes());
        return blob;
    }
}
