package dev.harbor.store.jdbc;

import java.util.concurrent.locks.ReentrantLock;

/** Counts who uses a database, so that it is disconnected when it was closed and the last has ended. Thread-safe. */
final class Uses {

    private final Runnable disconnect;
    private final ReentrantLock lock = new ReentrantLock();
    private int count;
    private boolean closed;
    private boolean disconnected;

    Uses(Runnable disconnect) {
        this.disconnect = disconnect;
    }

    /**
     * Begins a use. After closing that works as long as another one lasts, such as that of an open stream.
     *
     * @throws dev.harbor.error.StoreException if it is disconnected
     */
    void begin(String database) {
        lock.lock();
        try {
            if (disconnected || (closed && count == 0)) {
                throw Failures.closed(database);
            }
            count++;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            count--;
        } finally {
            lock.unlock();
        }
        disconnectIfOver();
    }

    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        disconnectIfOver();
    }

    private void disconnectIfOver() {
        lock.lock();
        try {
            if (!closed || count > 0 || disconnected) {
                return;
            }
            disconnected = true;
        } finally {
            lock.unlock();
        }
        disconnect.run();
    }
}
