package dev.harbor.store.jdbc;

import dev.harbor.error.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes groups of appends into PostgreSQL, a statement and so one round trip each: it changes the rows of the streams whose claim and sequence fit, and adds the
 * records of exactly those. If the connection is lost on the way, nobody knows whether the server did it. So the same is asked again on another connection: the row
 * of the stream lets only one of the two happen, and the token in the records tells an append that had happened before. Thread-safe.
 */
final class PostgresAppends implements GroupCommit.Medium {

    private static final String APPEND = """
        WITH input AS (
          SELECT * FROM unnest(?::int[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::boolean[],
              ?::text[], ?::text[], ?::text[], ?::bytea[], ?::bytea[], ?::bytea[],
              ?::text[], ?::bigint[], ?::int[], ?::text[])
            AS i (number, name, epoch, expected, last, token, again,
              tenant, user_name, session, tenant_key, user_key, session_key, state, wake_second, wake_nano, keys)
        ), held AS (
          UPDATE @stream s SET sequence = i.last, token = i.token,
              refused = CASE WHEN i.again THEN i.token ELSE s.refused END,
              tenant = i.tenant, user_name = i.user_name, session = i.session, session_key = i.session_key,
              state = i.state, wake_second = i.wake_second, wake_nano = i.wake_nano, keys = i.keys
            FROM input i
            WHERE s.name = i.name AND s.epoch = i.epoch AND s.owner IS NOT NULL AND s.sequence = i.expected
              AND (i.again OR s.refused IS DISTINCT FROM i.token)
              AND (s.tenant IS NULL OR s.session_key = i.session_key)
            RETURNING i.number, s.id, s.born
        ), found AS (
          INSERT INTO @head AS f (stream, name, tenant_key, user_key, session_key, state, wake_second, wake_nano)
            SELECT h.id, i.name, i.tenant_key, i.user_key, i.session_key, i.state, i.wake_second, i.wake_nano
              FROM held h JOIN input i ON i.number = h.number
              WHERE NOT EXISTS (SELECT 1 FROM @head s WHERE s.stream = h.id AND s.state = i.state
                AND s.wake_second IS NOT DISTINCT FROM i.wake_second AND s.wake_nano IS NOT DISTINCT FROM i.wake_nano)
            ON CONFLICT (stream) DO UPDATE SET state = excluded.state,
              wake_second = excluded.wake_second, wake_nano = excluded.wake_nano
        ), dropped AS (
          DELETE FROM @head_key k USING held h WHERE k.stream = h.id AND NOT EXISTS (
            SELECT 1 FROM unnest(?::int[], ?::text[]) AS n (number, key) WHERE n.number = h.number AND n.key = k.key)
        ), kept AS (
          INSERT INTO @head_key AS k (stream, key, value)
            SELECT h.id, n.key, n.value
              FROM held h JOIN unnest(?::int[], ?::text[], ?::text[]) AS n (number, key, value) ON n.number = h.number
            ON CONFLICT (stream, key) DO UPDATE SET value = excluded.value WHERE k.value <> excluded.value
        ), added AS (
          INSERT INTO @record (stream, born, sequence, type, version, at_second, at_nano, format, checksum, token, data)
            SELECT h.id, h.born, r.sequence, r.type, r.version, r.at_second, r.at_nano, 1, r.checksum, r.token, r.data
              FROM held h JOIN unnest(?::int[], ?::bigint[], ?::text[], ?::int[], ?::bigint[], ?::int[], ?::bigint[],
                  ?::bigint[], ?::bytea[])
                AS r (number, sequence, type, version, at_second, at_nano, checksum, token, data) ON r.number = h.number
        )
        SELECT number FROM held\
        """;

    private final PostgresDatabase database;
    private final Duration patience;

    /**
     * Creates the writer.
     *
     * @param patience for how long a server that was lost is asked what it did
     */
    PostgresAppends(PostgresDatabase database, Duration patience) {
        this.database = database;
        this.patience = patience;
    }

    @Override
    public void write(List<PendingAppend> group) {
        Interrupts.putOff(() -> {
            for (List<PendingAppend> part : parts(group)) {
                writePart(part);
            }
            return group;
        });
    }

    /** Parts a group so that no part has two appends to one stream, in order: a statement can change a row once. */
    private static Collection<List<PendingAppend>> parts(List<PendingAppend> group) {
        if (group.size() == 1) {
            return List.of(group);
        }
        Map<Integer, List<PendingAppend>> parts = new LinkedHashMap<>();
        Map<String, Integer> seen = new LinkedHashMap<>();
        for (PendingAppend append : group) {
            int part = seen.merge(append.stream(), 0, (before, first) -> before + 1);
            parts.computeIfAbsent(part, key -> new ArrayList<>()).add(append);
        }
        return parts.values();
    }

    private void writePart(List<PendingAppend> part) {
        Lost lost = new Lost(database, patience);
        while (true) {
            try (Connection connection = lost.connect()) {
                lost.sent();
                tell(part, accepted(connection, part, lost.isLost()), lost.isLost());
                return;
            } catch (SQLException e) {
                if (!lost.mayTryAgain(e)) {
                    failed(part, lost, e);
                    return;
                }
            } catch (StoreException e) {
                part.forEach(append -> append.failed(e));
                return;
            }
        }
    }

    /** Fails what is left; what only fails in company is tried alone. */
    private void failed(List<PendingAppend> part, Lost lost, SQLException why) {
        List<PendingAppend> left =
                part.stream().filter(append -> !append.isOver()).toList();
        if (left.size() > 1 && !lost.isLost()) {
            left.forEach(append -> writePart(List.of(append)));
        } else {
            left.forEach(append -> append.failed(lost.failure(append, why)));
        }
    }

    private Set<Integer> accepted(Connection connection, List<PendingAppend> part, boolean again) throws SQLException {
        boolean before = connection.getAutoCommit();
        connection.setAutoCommit(true);
        try (Session session = database.session(connection)) {
            if (!again && part.size() == 1 && new SameHead(session, part.get(0)).runAtOnce()) {
                return Set.of(0);
            }
            PreparedStatement statement = session.prepare(APPEND);
            new AppendColumns(part, again).set(statement);
            Set<Integer> accepted = new HashSet<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    accepted.add(row.getInt(1));
                }
            }
            return accepted;
        } finally {
            PostgresDatabase.restore(connection, before);
        }
    }

    private void tell(List<PendingAppend> part, Set<Integer> accepted, boolean again) {
        for (int number = 0; number < part.size(); number++) {
            PendingAppend append = part.get(number);
            if (accepted.contains(number)) {
                append.done();
            } else {
                refuse(append, again);
            }
        }
    }

    /** Tells why an append was refused, unless it was because it had been done before the connection was lost. */
    private void refuse(PendingAppend append, boolean again) {
        try {
            if (again && database.read(append.what(), session -> wasDone(session, append))) {
                append.done();
            } else {
                append.failed(database.read(append.what(), session -> refusal(session, append, again)));
            }
        } catch (StoreException e) {
            append.failed(again ? Failures.inDoubt(database.name(), append.what(), e) : e);
        }
    }

    private static boolean wasDone(Session session, PendingAppend append) throws SQLException {
        try (ResultSet row = session.query(
                "SELECT 1 FROM @stream s WHERE s.name = ? AND (s.token = ? OR EXISTS (SELECT 1 FROM @record r"
                        + " WHERE r.stream = s.id AND r.born = s.born AND r.sequence = ? AND r.token = ?))",
                append.stream(),
                append.token(),
                append.expectedSequence() + 1,
                append.token())) {
            return row.next();
        }
    }

    private RuntimeException refusal(Session session, PendingAppend append, boolean again) throws SQLException {
        StreamRow row = StreamRow.find(session, append.stream(), "").orElse(null);
        if (again && append.entries().isEmpty()) {
            return Failures.inDoubt(
                    database.name(), append.what(), StreamRow.stale(append.claim(), "the stream has moved on since"));
        }
        if (row == null) {
            return StreamRow.stale(append.claim(), "nobody holds the stream");
        }
        try {
            row.require(append);
        } catch (StoreException | IllegalArgumentException e) {
            return e;
        }
        return StreamRow.stale(append.claim(), "somebody else was faster");
    }
}
