package dev.harbor.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Is a SQLite file: one connection that writes and a few that read. Calls into it can't be interrupted. Thread-safe. */
final class SqliteDatabase implements Database {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteDatabase.class);
    private static final int NO_TRANSACTION = 1;
    private static final int IO_ERROR = 10;

    private final SqliteFile file;
    private final SqliteConnections connections;
    private final SqliteReaders readers;
    private final ReentrantLock writing = new ReentrantLock();
    private final Uses uses = new Uses(this::disconnect);
    private volatile Clock clock = Clock.systemUTC();
    private Session writer;

    SqliteDatabase(SqliteFile file, SqliteConnections connections, Connection writer) {
        this.file = file;
        this.connections = connections;
        this.readers = new SqliteReaders(connections);
        this.writer = connections.session(writer);
    }

    SqliteDatabase clock(Clock newClock) {
        clock = newClock;
        return this;
    }

    @Override
    public String name() {
        return "the SQLite database " + file.path();
    }

    @Override
    public String rowLock() {
        return "";
    }

    @Override
    public Instant now(Session session) {
        return clock.instant();
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return false;
    }

    @Override
    public boolean isLost(SQLException failure) {
        return false;
    }

    @Override
    public <T> T read(String what, Work<T> work) {
        uses.begin(name());
        try {
            file.requireInPlace();
            return readers.read(work);
        } catch (SQLException e) {
            throw Failures.of(name(), what, e);
        } finally {
            uses.end();
        }
    }

    @Override
    public <T> T write(String what, Work<T> work) {
        uses.begin(name());
        writing.lock();
        try {
            return transaction(what, work);
        } finally {
            writing.unlock();
            uses.end();
        }
    }

    private <T> T transaction(String what, Work<T> work) {
        T result;
        try {
            writer.update("BEGIN IMMEDIATE");
            result = work.run(writer);
        } catch (SQLException e) {
            rollBack();
            throw Failures.of(name(), what, e);
        } catch (RuntimeException | Error e) {
            rollBack();
            throw e;
        }
        commit(what);
        return result;
    }

    private void commit(String what) {
        try {
            writer.update("COMMIT");
        } catch (SQLException e) {
            rollBack();
            // The disk may have taken what it says it did not; whatever else fails has changed nothing.
            throw e.getErrorCode() == IO_ERROR ? Failures.inDoubt(name(), what, e) : Failures.of(name(), what, e);
        }
        file.requireInPlace();
    }

    private void rollBack() {
        try {
            // The driver has given up whatever statement has failed, and tells so when it is run again.
            writer.close();
            writer.update("ROLLBACK");
        } catch (SQLException e) {
            if (e.getErrorCode() == NO_TRANSACTION) {
                forgetStatements();
            } else {
                replaceWriter(e);
            }
        }
    }

    private void forgetStatements() {
        writer = connections.session(writer.connection());
    }

    /** Gives up a connection whose state nobody knows; closing it rolls back. */
    private void replaceWriter(SQLException because) {
        LOG.warn("{} could not roll back and gets a new connection", name(), because);
        try {
            writer.connection().close();
            writer = connections.session(connections.writer());
        } catch (SQLException e) {
            LOG.warn("{} got no new connection; what is written now fails", name(), e);
        }
    }

    @Override
    public void retain() {
        uses.begin(name());
    }

    @Override
    public void release() {
        uses.end();
    }

    @Override
    public void close() {
        uses.close();
    }

    private void disconnect() {
        try {
            readers.close();
            writer.connection().close();
        } catch (SQLException e) {
            LOG.warn("{} was not closed as it should; its log is read when it is opened again", name(), e);
        }
    }
}
