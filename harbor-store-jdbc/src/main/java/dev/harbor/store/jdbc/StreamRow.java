package dev.harbor.store.jdbc;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is what a database knows about a name that was ever claimed. Immutable.
 *
 * @param id stands for the name in other tables
 * @param name the name of the stream
 * @param epoch the last that was given
 * @param born tells its records from those of streams of the same name that were deleted
 * @param sequence the last sequence, 0 when there is none
 * @param token names the append that came last
 * @param claim who holds it, or null
 * @param head what was written last, or null when there is no stream
 */
record StreamRow(
        long id,
        String name,
        long epoch,
        long born,
        long sequence,
        long token,
        @Nullable Claim claim,
        @Nullable StreamHead head) {

    /** The columns that a row is read from. */
    static final String COLUMNS = "id, name, epoch, born, sequence, token, owner, until_second, until_nano,"
            + " tenant, user_name, session, state, wake_second, wake_nano, keys";

    /** Returns the columns of a row of many tables. */
    static String columns(String table) {
        return Stream.of(COLUMNS.split(", "))
                .map(column -> table + '.' + column + " AS " + column)
                .collect(Collectors.joining(", "));
    }

    /** Where nobody holds a stream, it was free at any moment. */
    static final Instant FREE = Instant.MIN;

    /** Finds the row of a name. */
    static Optional<StreamRow> find(Session session, String name, String rowLock) throws SQLException {
        try (ResultSet row = session.query("SELECT " + COLUMNS + " FROM @stream WHERE name = ?" + rowLock, name)) {
            return row.next() ? Optional.of(read(row)) : Optional.empty();
        }
    }

    static StreamRow read(ResultSet row) throws SQLException {
        String name = row.getString("name");
        try {
            return new StreamRow(
                    row.getLong("id"),
                    name,
                    row.getLong("epoch"),
                    row.getLong("born"),
                    row.getLong("sequence"),
                    row.getLong("token"),
                    claim(row, name),
                    head(row, name));
        } catch (IllegalArgumentException | DateTimeException | HarborException e) {
            throw Failures.damaged("the head of stream '" + name + "'", e);
        }
    }

    private static @Nullable Claim claim(ResultSet row, String name) throws SQLException {
        String owner = row.getString("owner");
        return owner == null ? null : new Claim(name, owner, row.getLong("epoch"), Moments.read(row, "until"));
    }

    private static @Nullable StreamHead head(ResultSet row, String name) throws SQLException {
        String tenant = row.getString("tenant");
        if (tenant == null) {
            return null;
        }
        Identity identity = Identity.of(
                Escaped.read(tenant), Escaped.read(row.getString("user_name")), Escaped.read(row.getString("session")));
        return new StreamHead(
                name,
                identity,
                row.getString("state"),
                Moments.readOrNull(row, "wake"),
                HeadKeys.read(row.getString("keys")));
    }

    Optional<StreamInfo> info() {
        return Optional.ofNullable(head).map(existing -> new StreamInfo(existing, sequence, claim));
    }

    /** Returns what one appends to, for those who know that it exists. */
    StreamHead existingHead() {
        return Objects.requireNonNull(head, name);
    }

    /**
     * Refuses a claim that is not the latest.
     *
     * @throws StoreException if it is not
     */
    void requireLatest(Claim wanted) {
        if (claim == null || claim.epoch() != wanted.epoch()) {
            throw stale(wanted, claim == null ? "nobody holds the stream" : "the latest is " + claim.epoch());
        }
    }

    static StoreException stale(Claim wanted, String why) {
        return stale("the claim of '" + wanted.owner() + "' on stream '" + wanted.stream() + "' has epoch "
                + wanted.epoch() + ", but " + why);
    }

    /**
     * Refuses an append that does not fit.
     *
     * @throws StoreException if its claim or sequence is stale
     * @throws IllegalArgumentException if the stream was made for somebody else
     */
    void require(PendingAppend append) {
        requireLatest(append.claim());
        if (append.expectedSequence() != sequence) {
            throw stale("stream '" + name + "' ends at sequence " + sequence + ", the append expects "
                    + append.expectedSequence());
        }
        if (head != null && !head.identity().equals(append.head().identity())) {
            throw new IllegalArgumentException("stream '" + name + "' was made for another identity");
        }
    }

    private static StoreException stale(String message) {
        return new StoreException(ErrorCode.STALE_WRITE, message);
    }
}
