package dev.harbor.store.jdbc;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Lets one transaction at a time count what somebody holds. */
@FunctionalInterface
interface Locks {

    /** Where only one transaction writes at all. */
    Locks NONE = (session, key) -> {};

    /** Where many do: a lock of PostgreSQL, held until the transaction ends. */
    Locks ADVISORY = (session, key) -> {
        try (ResultSet lock = session.query(
                "SELECT pg_advisory_xact_lock(?)", ByteBuffer.wrap(key).getLong())) {
            lock.next();
        }
    };

    void take(Session session, byte[] key) throws SQLException;
}
