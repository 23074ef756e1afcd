package dev.harbor.net;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.StrictConnPool;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/** Is a place in the pool, waited for or had, which is given back once. Thread-safe. */
final class Lease {

    private final StrictConnPool<Route, Connection> pool;
    private final Future<PoolEntry<Route, Connection>> place;
    private final AtomicBoolean returned = new AtomicBoolean();
    private @Nullable Connection connection;

    Lease(StrictConnPool<Route, Connection> pool, Future<PoolEntry<Route, Connection>> place) {
        this.pool = pool;
        this.place = place;
    }

    /** Waits for the place. */
    void await() throws InterruptedException, ExecutionException {
        place.get();
    }

    /** Returns the connection that is kept in the place, or null. */
    @Nullable
    Connection kept() {
        Connection kept = entry().getConnection();
        connection = kept;
        return kept;
    }

    /** Returns the connection in the place, which there is once one was kept or put there, until the place is given back. */
    Connection leased() {
        return Objects.requireNonNull(connection, "connection");
    }

    /** Puts a new connection into the place. */
    Connection fresh(Http1Config config) {
        PoolEntry<Route, Connection> entry = entry();
        entry.discardConnection(CloseMode.IMMEDIATE);
        Connection fresh = new Connection(config);
        entry.assignConnection(fresh);
        connection = fresh;
        return fresh;
    }

    private PoolEntry<Route, Connection> entry() {
        try {
            return place.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("the place was not waited for", e);
        }
    }

    /** Gives the place back with its connection, to be used again within a time. */
    void keep(Duration time) {
        if (returned.compareAndSet(false, true)) {
            PoolEntry<Route, Connection> entry = entry();
            entry.updateExpiry(TimeValue.of(time));
            pool.release(entry, true);
        }
    }

    /** Breaks the connection, and the waiting if it still goes on, and gives the place back. */
    void discard() {
        if (place.cancel(true) || !returned.compareAndSet(false, true)) {
            return;
        }
        PoolEntry<Route, Connection> entry = settled();
        if (entry != null) {
            entry.discardConnection(CloseMode.IMMEDIATE);
            pool.release(entry, false);
        }
    }

    /** Returns what the waiting ended with, or null if that was nothing; the interrupt flag of whoever gives back is not looked at. */
    private @Nullable PoolEntry<Route, Connection> settled() {
        boolean interrupted = Thread.interrupted();
        try {
            return place.isCancelled() ? null : place.get();
        } catch (InterruptedException | ExecutionException ignored) {
            // A pool that was closed meanwhile has closed what it held.
            return null;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
