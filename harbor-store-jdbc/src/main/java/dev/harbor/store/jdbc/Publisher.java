package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.Retention;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
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
    private final Retention retention;
    private final Collector collector;
    private final Clock clock;

    Publisher(
            Database database,
            Blobs blobs,
            Quotas quotas,
            Entries entries,
            Retention retention,
            Collector collector,
            Clock clock) {
        this.database = database;
        this.blobs = blobs;
        this.quotas = quotas;
        this.entries = entries;
        this.retention = retention;
        this.collector = collector;
        this.clock = clock;
    }

    ArtifactInfo publish(Incoming incoming, ArtifactScope scope, ArtifactOptions options) {
        forgetExpired(scope.identity(), incoming.ref());
        try {
            return retrying(session -> publish(session, incoming, scope, options));
        } catch (StoreException e) {
            if (!e.code().equals(ErrorCode.QUOTA_EXCEEDED) || retention.pass().expiry() == null) {
                throw e;
            }
        }
        collector.removeExpired();
        return retrying(session -> publish(session, incoming, scope, options));
    }

    /** Bytes that come again begin anew when they have expired: nobody sees the entries of before. */
    private void forgetExpired(Identity owner, ArtifactRef ref) {
        Retention.Pass pass = retention.pass();
        for (ArtifactScope scope : entries.old(ArtifactSql.session(owner).ref(ref), pass)) {
            if (!pass.isPinned(scope)) {
                blobs.remove(ArtifactSql.where(ArtifactFilter.task(scope))
                        .ref(ref)
                        .storedUntil(Objects.requireNonNull(pass.expiry())));
            }
        }
    }

    /** Gives bytes that a session has to one more task; empty if they were removed meanwhile. */
    Optional<ArtifactInfo> adopt(Stored found, ArtifactScope scope) {
        ArtifactInfo there = found.info();
        return retrying(session -> {
            quotas.lock(session, scope.identity());
            OptionalLong blob = blobs.find(session, scope.identity(), there.ref());
            if (blob.isEmpty()) {
                return Optional.empty();
            }
            Instant now = clock.instant();
            touch(session, blob.getAsLong(), now);
            return Optional.of(Entries.add(
                    session,
                    blob.getAsLong(),
                    new ArtifactInfo(there.ref(), there.sizeBytes(), scope, there.options(), now)));
        });
    }

    private <T> T retrying(Work<T> work) {
        boolean lost = false;
        for (int attempt = 1; ; attempt++) {
            try {
                return database.write("store an artifact", work);
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
        long blob = there.isPresent() ? touch(session, there.getAsLong(), now) : store(session, incoming, owner);
        return Entries.add(session, blob, new ArtifactInfo(incoming.ref(), incoming.sizeBytes(), scope, options, now));
    }

    private static long touch(Session session, long blob, Instant now) throws SQLException {
        session.update("UPDATE @blob SET touched_second = ?, touched_nano = ? WHERE id = ?", now, blob);
        return blob;
    }

    private long store(Session session, Incoming incoming, Identity owner) throws SQLException {
        quotas.requireRoom(session, owner, incoming.sizeBytes());
        @Nullable Long blob = incoming.blob();
        if (blob == null) {
            return blobs.store(session, owner, incoming.ref(), incoming.head());
        }
        blobs.store(session, blob, incoming.ref(), incoming.sizeBytes());
        return blob;
    }
}
