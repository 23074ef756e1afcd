package dev.harbor.store.jdbc;

import dev.harbor.error.StoreException;
import java.sql.SQLException;
import java.time.Instant;

/** Is where the tables are. Thread-safe. */
interface Database {

    /**
     * Runs work in a transaction, which is durable when this returns.
     *
     * @param what what it is for, for a message such as {@code could not claim 'run-1'}
     * @throws StoreException if it fails; what the work throws by itself is passed on, and nothing is done then
     */
    <T> T write(String what, Work<T> work);

    /**
     * Runs queries on a connection; each sees what is committed when it begins.
     *
     * @throws StoreException if it fails; what the work throws by itself is passed on
     */
    <T> T read(String what, Work<T> work);

    /** Returns what ends a query whose row is about to be changed in the same transaction. */
    String rowLock();

    /** Returns the time as leases are measured. */
    Instant now(Session session) throws SQLException;

    /** Returns the name of the database for messages. */
    String name();

    /** Tells whether a transaction failed because of another one, so that it may succeed when it is tried again. */
    boolean isConflict(SQLException failure);

    /** Tells whether a failure leaves open what was done. */
    boolean isLost(SQLException failure);

    /** Keeps the connections for somebody who is still reading, also after {@link #close}. */
    void retain();

    /** Says that somebody who was {@linkplain #retain reading} has ended. */
    void release();

    /** Ends the use of the database. May be called more than once. */
    void close();
}
