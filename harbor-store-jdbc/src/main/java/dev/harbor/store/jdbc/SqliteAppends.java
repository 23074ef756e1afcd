package dev.harbor.store.jdbc;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes groups of appends into SQLite, a transaction each. Whether an append fits is asked before anything of it is written, so that one that does not leaves the
 * others alone. If the transaction fails, each is tried alone: one that the disk has no room for takes nobody with it. Thread-safe.
 */
final class SqliteAppends implements GroupCommit.Medium {

    private final Database database;

    SqliteAppends(Database database) {
        this.database = database;
    }

    /** Is what came of an append if the transaction is durable. */
    private record Outcome(PendingAppend append, @Nullable RuntimeException refusal) {

        void tell() {
            if (refusal == null) {
                append.done();
            } else {
                append.failed(refusal);
            }
        }
    }

    @Override
    public void write(List<PendingAppend> group) {
        String what = group.size() == 1 ? group.get(0).what() : "append to " + group.size() + " streams";
        List<Outcome> outcomes;
        try {
            outcomes = database.write(what, session -> run(session, group));
        } catch (StoreException e) {
            failed(group, e);
            return;
        }
        outcomes.forEach(Outcome::tell);
    }

    private void failed(List<PendingAppend> group, StoreException why) {
        if (group.size() == 1 || why.code().equals(ErrorCode.UNKNOWN_WRITE_OUTCOME)) {
            group.forEach(append -> append.failed(why));
        } else {
            group.forEach(append -> write(List.of(append)));
        }
    }

    private static List<Outcome> run(Session session, List<PendingAppend> group) throws SQLException {
        List<Outcome> outcomes = new ArrayList<>(group.size());
        for (PendingAppend append : group) {
            outcomes.add(run(session, append));
        }
        return outcomes;
    }

    private static Outcome run(Session session, PendingAppend append) throws SQLException {
        return new SameHead(session, append).run() ? new Outcome(append, null) : theLongWay(session, append);
    }

    private static Outcome theLongWay(Session session, PendingAppend append) throws SQLException {
        StreamRow row = StreamRow.find(session, append.stream(), "").orElse(null);
        if (row == null) {
            return new Outcome(append, StreamRow.stale(append.claim(), "nobody holds the stream"));
        }
        try {
            row.require(append);
        } catch (StoreException | IllegalArgumentException e) {
            return new Outcome(append, e);
        }
        new AppendSql(session, row, append).run();
        return new Outcome(append, null);
    }
}
