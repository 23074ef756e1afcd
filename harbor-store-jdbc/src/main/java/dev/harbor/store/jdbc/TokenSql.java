package dev.harbor.store.jdbc;

import dev.harbor.access.TokenStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes the table of tokens. Immutable. */
final class TokenSql {

    private static final String WHERE_KEY = " WHERE tenant = ? AND user_name = ? AND name = ?";
    private static final String FIND = "SELECT content, expires_second, expires_nano FROM @token" + WHERE_KEY;
    private static final String INSERT =
            "INSERT INTO @token (tenant, user_name, name, content, expires_second, expires_nano)"
                    + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    private static final String UPDATE =
            "UPDATE @token SET content = ?, expires_second = ?, expires_nano = ?" + WHERE_KEY + " AND content = ?";
    private static final String DELETE = "DELETE FROM @token" + WHERE_KEY + " AND content = ?";
    private static final String ERASE_TENANT = "DELETE FROM @token WHERE tenant = ?";
    private static final String ERASE_USER = ERASE_TENANT + " AND user_name = ?";
    private static final String KEYS = "SELECT user_name, name FROM @token WHERE tenant = ?"
            + " AND (user_name > ? OR (user_name = ? AND name > ?))";
    private static final String PAGE = " ORDER BY user_name, name LIMIT ?";
    private static final String EXPIRED =
            "DELETE FROM @token WHERE expires_second < ?" + " OR (expires_second = ? AND expires_nano <= ?)";

    private final String rowLock;

    /** Creates statements; the lock ends a query of a row that must stay as it is until the end of the transaction. */
    TokenSql(String rowLock) {
        this.rowLock = rowLock;
    }

    Optional<TokenStore.Entry> find(Session session, TokenStore.Key key) throws SQLException {
        return entry(session, key, FIND);
    }

    private static Optional<TokenStore.Entry> entry(Session session, TokenStore.Key key, String query)
            throws SQLException {
        try (ResultSet row = session.query(query, key.tenant(), key.user(), key.name())) {
            return row.next() ? Optional.of(entry(row)) : Optional.empty();
        }
    }

    private static TokenStore.Entry entry(ResultSet row) throws SQLException {
        String content = row.getString(1);
        long second = row.getLong(2);
        return new TokenStore.Entry(content, row.wasNull() ? null : Instant.ofEpochSecond(second, row.getInt(3)));
    }

    boolean replace(
            Session session, TokenStore.Key key, TokenStore.@Nullable Entry expected, TokenStore.@Nullable Entry next)
            throws SQLException {
        if (expected == null) {
            return next == null
                    ? entry(session, key, FIND + rowLock).isEmpty()
                    : session.update(INSERT, key.tenant(), key.user(), key.name(), next.content(), moment(next)) == 1;
        }
        if (next == null) {
            return session.update(DELETE, key.tenant(), key.user(), key.name(), expected.content()) == 1;
        }
        return session.update(
                        UPDATE, next.content(), moment(next), key.tenant(), key.user(), key.name(), expected.content())
                == 1;
    }

    private static Object moment(TokenStore.Entry entry) {
        Instant expiresAt = entry.expiresAt();
        return expiresAt == null ? Parameters.NO_MOMENT : expiresAt;
    }

    List<TokenStore.Key> keys(
            Session session, String tenant, @Nullable String user, TokenStore.@Nullable Key after, int most)
            throws SQLException {
        String lastUser = after == null ? "" : after.user();
        String lastName = after == null ? "" : after.name();
        List<TokenStore.Key> keys = new ArrayList<>();
        try (ResultSet row = user == null
                ? session.query(KEYS + PAGE, tenant, lastUser, lastUser, lastName, most)
                : session.query(KEYS + " AND user_name = ?" + PAGE, tenant, lastUser, lastUser, lastName, user, most)) {
            while (row.next()) {
                keys.add(new TokenStore.Key(tenant, row.getString(1), row.getString(2)));
            }
        }
        return keys;
    }

    long erase(Session session, String tenant, @Nullable String user) throws SQLException {
        return user == null ? session.update(ERASE_TENANT, tenant) : session.update(ERASE_USER, tenant, user);
    }

    long removeExpired(Session session, Instant moment) throws SQLException {
        return session.update(EXPIRED, moment.getEpochSecond(), moment);
    }
}
