package dev.harbor.store.jdbc;

import dev.harbor.error.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Follows one statement over lost connections: whether it may have been done, and for how long it is worth asking. Not thread-safe.
 */
final class Lost {

    private static final int MAX_CONFLICTS = 20;
    private static final long FIRST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final PostgresDatabase database;
    private final Duration patience;
    private final long begun = System.nanoTime();
    private long waitNanos = FIRST_WAIT_NANOS;
    private int conflicts;
    private boolean sent;
    private boolean lost;

    Lost(PostgresDatabase database, Duration patience) {
        this.database = database;
        this.patience = patience;
    }

    Connection connect() throws SQLException {
        sent = false;
        return database.connect();
    }

    /** Says that what comes now may reach the server. */
    void sent() {
        sent = true;
    }

    /** Tells whether a connection was lost on which it may have been done. */
    boolean isLost() {
        return lost;
    }

    /** Takes note of a failure and tells whether to ask again; waits a little if so. */
    boolean mayTryAgain(SQLException failure) {
        if (sent && isConnectionLost(failure)) {
            lost = true;
        } else if (sent && isConflict(failure)) {
            conflicts++;
            return conflicts <= MAX_CONFLICTS;
        }
        if (!lost || System.nanoTime() - begun > patience.toNanos()) {
            return false;
        }
        LockSupport.parkNanos(waitNanos);
        waitNanos = Math.min(2 * waitNanos, LONGEST_WAIT_NANOS);
        return true;
    }

    /** Tells whether a failure leaves open what the server did: all that it does not say itself about a statement that it gave up. */
    static boolean isConnectionLost(SQLException failure) {
        String state = failure.getSQLState();
        return state == null
                || state.startsWith("08")
                || state.startsWith("57P")
                || state.startsWith("58")
                || state.startsWith("XX");
    }

    /** Tells whether the server gave a statement up because of another one. */
    static boolean isConflict(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("40");
    }

    StoreException failure(PendingAppend append, SQLException why) {
        return lost
                ? Failures.inDoubt(database.name(), append.what(), why)
                : Failures.of(database.name(), append.what(), why);
    }
}
