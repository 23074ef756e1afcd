package dev.harbor.store.jdbc;

import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/** Is a few connections to read by, opened when they are needed first. Readers wait for nobody who writes. Thread-safe. */
final class SqliteReaders {

    static final int MOST = 4;

    private final SqliteConnections connections;
    private final Semaphore permits = new Semaphore(MOST, true);
    private final Deque<Session> idle = new ConcurrentLinkedDeque<>();

    SqliteReaders(SqliteConnections connections) {
        this.connections = connections;
    }

    <T> T read(Work<T> work) throws SQLException {
        permits.acquireUninterruptibly();
        try {
            Session session = idle.pollFirst();
            return read(session == null ? connections.session(connections.reader()) : session, work);
        } finally {
            permits.release();
        }
    }

    private <T> T read(Session session, Work<T> work) throws SQLException {
        boolean intact = false;
        try {
            T result = work.run(session);
            intact = true;
            return result;
        } finally {
            if (intact) {
                idle.addFirst(session);
            } else {
                session.connection().close();
            }
        }
    }

    /** Closes all of them, once those that are in use are back. */
    void close() throws SQLException {
        permits.acquireUninterruptibly(MOST);
        for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.connection().close();
        }
    }
}
