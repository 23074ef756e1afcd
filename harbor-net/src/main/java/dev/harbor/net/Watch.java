package dev.harbor.net;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends exchanges whose time is over, and sweeps the pool now and then, on one thread of its own. It sleeps until the nearest deadline that it has seen; who
 * sets a nearer one wakes it. A deadline that moves away costs nothing: the thread wakes once, looks again, and sleeps on. Thread-safe.
 */
final class Watch implements AutoCloseable {

    static final String THREAD_NAME = "harbor-net-watch";

    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

    private final Set<Exchange> live = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Runnable sweep;
    private final long sweepNanos;

    /** Until when the thread sleeps. It is far away while the thread looks around, so that whoever comes then tells. */
    private volatile long wakeNanos;

    private boolean nearer;
    private volatile boolean closed;
    private volatile boolean started;

    Watch(Duration sweepEvery, Runnable sweep) {
        this.sweep = sweep;
        sweepNanos = sweepEvery.toNanos();
    }

    void add(Exchange exchange) {
        live.add(exchange);
        if (closed) {
            exchange.end(Ending.CLIENT_CLOSED);
        } else if (!started) {
            start();
        }
    }

    void remove(Exchange exchange) {
        live.remove(exchange);
    }

    /** Sees to it that the thread is awake at a time. */
    void heed(long deadlineNanos) {
        if (deadlineNanos - wakeNanos < 0) {
            lock.lock();
            try {
                nearer = true;
                changed.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    private void start() {
        lock.lock();
        try {
            if (!started && !closed) {
                wakeNanos = far();
                Thread thread = new Thread(null, this::run, THREAD_NAME, 0, false);
                thread.setDaemon(true);
                thread.start();
                started = true;
            }
        } finally {
            lock.unlock();
        }
    }

    private static long far() {
        return System.nanoTime() + (Long.MAX_VALUE >> 1);
    }

    private void run() {
        long sweepAt = System.nanoTime() + sweepNanos;
        while (!closed) {
            wakeNanos = far();
            long now = System.nanoTime();
            if (sweepAt - now <= 0) {
                guarded(sweep);
                sweepAt = now + sweepNanos;
            }
            sleepUntil(nearest(now, sweepAt));
        }
    }

    private long nearest(long now, long otherwise) {
        long nearest = otherwise;
        for (Exchange exchange : live) {
            long deadline = exchange.check(now);
            if (deadline - now > 0 && deadline - nearest < 0) {
                nearest = deadline;
            }
        }
        return nearest;
    }

    private void sleepUntil(long nanos) {
        lock.lock();
        try {
            wakeNanos = nanos;
            while (!nearer && !closed) {
                long left = nanos - System.nanoTime();
                if (left <= 0) {
                    break;
                }
                changed.awaitNanos(left);
            }
            nearer = false;
        } catch (InterruptedException ignored) {
            // Nobody has a reason to interrupt this thread; the loop looks again.
            LOG.debug("interrupted");
        } finally {
            lock.unlock();
        }
    }

    /** A sweep that fails must not take the deadlines of all with it. */
    private static void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.warn("idle connections could not be swept", e);
        }
    }

    /** Ends all exchanges, at once. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        live.forEach(exchange -> exchange.end(Ending.CLIENT_CLOSED));
    }
}
