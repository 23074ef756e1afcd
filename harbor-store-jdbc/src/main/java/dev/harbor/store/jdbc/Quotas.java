package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Counts the bytes that somebody holds, as far as a limit asks for it, from an index; what has expired counts until it is removed. Thread-safe. */
final class Quotas {

    private static final byte[] STORE = ScopeKey.tenant("");

    private final ArtifactLimits limits;
    private final Locks locks;

    Quotas(ArtifactLimits limits, Locks locks) {
        this.limits = limits;
        this.locks = locks;
    }

    /** Is one of the counts that a limit is held against. */
    private static final class Level {

        private final String what;
        private final String column;
        private final byte[] key;
        private final long limitBytes;

        Level(String what, String column, byte[] key, long limitBytes) {
            this.what = what;
            this.column = column;
            this.key = key;
            this.limitBytes = limitBytes;
        }
    }

    /** Lets nobody else store for the same owners before the transaction ends, as far as something is limited. */
    void lock(Session session, Identity owner) throws SQLException {
        for (Level level : levels(owner)) {
            locks.take(session, level.key);
        }
    }

    /**
     * Refuses bytes that go over a limit.
     *
     * @throws StoreException if they do
     */
    void requireRoom(Session session, Identity owner, long bytes) throws SQLException {
        for (Level level : levels(owner)) {
            if (bytes > level.limitBytes - held(session, level)) {
                throw exceeded(level.what, level.limitBytes);
            }
        }
    }

    private static long held(Session session, Level level) throws SQLException {
        StringBuilder sql = new StringBuilder("SELECT COALESCE(SUM(size), 0) FROM @blob WHERE state = " + Blobs.STORED);
        List<Object> parameters = new ArrayList<>();
        if (!level.column.isEmpty()) {
            sql.append(" AND ").append(level.column).append(" = ?");
            parameters.add(level.key);
        }
        try (ResultSet row = session.query(sql.toString(), parameters.toArray())) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Returns the limited levels, widest first, so that all take their locks in one order. */
    private List<Level> levels(Identity owner) {
        List<Level> levels = new ArrayList<>();
        levels.add(new Level("the whole store", "", STORE, limits.maxTotalBytes()));
        levels.add(new Level("one tenant", "tenant_key", ScopeKey.tenant(owner.tenant()), limits.maxTenantBytes()));
        levels.add(
                new Level("one user", "user_key", ScopeKey.user(owner.tenant(), owner.user()), limits.maxUserBytes()));
        levels.add(new Level("one session", "session_key", ScopeKey.session(owner), limits.maxSessionBytes()));
        levels.removeIf(level -> level.limitBytes == ArtifactLimits.UNLIMITED);
        return levels;
    }

    static StoreException exceeded(String what, long limitBytes) {
        return new StoreException(
                ErrorCode.QUOTA_EXCEEDED,
                "nothing was stored: " + what + " may have " + limitBytes
                        + " bytes in this artifact store; delete artifacts or raise the limit");
    }
}
