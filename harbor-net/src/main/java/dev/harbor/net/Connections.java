package dev.harbor.net;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.pool.StrictConnPool;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** Keeps connections and opens those that are missing. Thread-safe. */
final class Connections implements AutoCloseable {

    /** How long a connection is used at most, so that a change of its name's addresses is heeded. */
    private static final Duration LIFETIME = Duration.ofMinutes(10);

    private final StrictConnPool<Route, Connection> pool;
    private final Dialer dialer;
    private final Http1Config config;
    private final long askAfterNanos;

    /**
     * Creates an empty pool.
     *
     * @param askAfter from which idle time on a connection is asked whether it is still there, which takes a millisecond
     */
    Connections(int perRoute, int total, Duration askAfter, Dialer dialer, NetLimits limits) {
        this.dialer = dialer;
        askAfterNanos = askAfter.toNanos();
        pool = new StrictConnPool<>(
                perRoute, total, TimeValue.of(LIFETIME), PoolReusePolicy.LIFO, Connection::close, null);
        config = Http1Config.custom()
                .setMaxHeaderCount(limits.headerCount() + 1)
                .setMaxLineLength(limits.headBytes())
                .setChunkSizeHint(8192)
                .build();
    }

    Dialer dialer() {
        return dialer;
    }

    /** Returns a place with an open connection to a target. If it fails, the exchange has ended and the place is given back. */
    Lease lease(Target target, Exchange exchange) {
        dialer.check(target, exchange);
        Lease lease = place(target, exchange);
        exchange.enter(Step.CONNECT, lease::discard);
        Connection kept = lease.kept();
        if (kept == null || isStale(kept)) {
            dialer.open(lease.fresh(config), target, lease, exchange);
        }
        return lease;
    }

    private Lease place(Target target, Exchange exchange) {
        try {
            Lease lease = new Lease(pool, pool.lease(Route.of(target), null, Timeout.DISABLED, null));
            exchange.enter(Step.QUEUE, lease::discard);
            lease.await();
            return lease;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw exchange.broken(e);
        } catch (ExecutionException | IllegalStateException e) {
            // A waiting that was broken off says so by an IllegalStateException too.
            throw exchange.failure(NetFailure.CLOSED, "the pool was closed", e);
        }
    }

    private boolean isStale(Connection kept) {
        if (!kept.isOpen()) {
            return true;
        }
        try {
            return kept.idleNanos() >= askAfterNanos && kept.isStale();
        } catch (IOException ignored) {
            // It can't be asked, so it is of no use.
            return true;
        }
    }

    /** Closes those that nobody has used for too long. */
    void sweep() {
        pool.closeExpired();
    }

    int open() {
        return pool.getTotalStats().getAvailable() + pool.getTotalStats().getLeased();
    }

    @Override
    public void close() {
        pool.close(CloseMode.GRACEFUL);
    }
}
