package dev.harbor.store.jdbc;

import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says who may write: reads the row of a stream under its lock and changes it, a transaction each. Thread-safe. */
final class Claims {

    private static final String HOLD =
            "UPDATE @stream SET epoch = ?, owner = ?, until_second = ?, until_nano = ? WHERE id = ?";
    private static final String FREE = "UPDATE @stream SET owner = ?, until_second = ?, until_nano = ? WHERE name = ?"
            + " AND epoch = ? AND owner IS NOT NULL";

    private final Database database;

    Claims(Database database) {
        this.database = database;
    }

    Optional<Claim> claim(String stream, String owner, Duration lease) {
        check(stream, owner);
        requireLease(lease);
        return database.write("claim stream '" + stream + "'", session -> claim(session, stream, owner, lease));
    }

    private Optional<Claim> claim(Session session, String stream, String owner, Duration lease) throws SQLException {
        StreamRow row = row(session, stream);
        Instant now = database.now(session);
        Claim held = row.claim();
        if (held != null && held.isLive(now) && !held.owner().equals(owner)) {
            return Optional.empty();
        }
        return Optional.of(hold(session, row, owner, row.epoch() + 1, now.plus(lease)));
    }

    Claim seize(String stream, String owner, Duration lease) {
        check(stream, owner);
        requireLease(lease);
        return database.write("seize stream '" + stream + "'", session -> {
            StreamRow row = row(session, stream);
            Instant now = database.now(session);
            return hold(session, row, owner, row.epoch() + 1, now.plus(lease));
        });
    }

    Claim renew(Claim claim, Duration lease) {
        String stream = claim.stream();
        requireLease(lease);
        return database.write("renew the claim of stream '" + stream + "'", session -> {
            StreamRow row = StreamRow.find(session, stream, database.rowLock())
                    .orElseThrow(() -> StreamRow.stale(claim, "nobody holds the stream"));
            row.requireLatest(claim);
            Instant now = database.now(session);
            return hold(session, row, claim.owner(), claim.epoch(), now.plus(lease));
        });
    }

    void release(Claim claim) {
        String stream = claim.stream();
        database.write(
                "release stream '" + stream + "'",
                session -> session.update(FREE, Parameters.NO_TEXT, StreamRow.FREE, stream, claim.epoch()));
    }

    private static Claim hold(Session session, StreamRow row, String owner, long epoch, Instant until)
            throws SQLException {
        session.update(HOLD, epoch, owner, until, row.id());
        return new Claim(row.name(), owner, epoch, until);
    }

    /** Returns the row of a stream, which is made when it is claimed first. */
    private StreamRow row(Session session, String stream) throws SQLException {
        @Nullable
        StreamRow there = StreamRow.find(session, stream, database.rowLock()).orElse(null);
        if (there != null) {
            return there;
        }
        session.update(
                "INSERT INTO @stream (name, epoch, born, sequence, token, until_second, until_nano)"
                        + " VALUES (?, 0, 0, 0, 0, ?, ?) ON CONFLICT (name) DO NOTHING",
                stream,
                StreamRow.FREE);
        return StreamRow.find(session, stream, database.rowLock()).orElseThrow();
    }

    /** Lets a claim refuse what it can't be made of. */
    private static void check(String stream, String owner) {
        new Claim(stream, owner, 1, Instant.EPOCH);
    }

    private static void requireLease(Duration lease) {
        if (lease.isZero() || lease.isNegative() || lease.compareTo(Journal.MAX_LEASE) > 0) {
            throw new IllegalArgumentException(
                    "a lease is more than zero and at most " + Journal.MAX_LEASE + ", got " + lease);
        }
    }
}
