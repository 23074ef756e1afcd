package dev.harbor.store.jdbc;

/**
 * Counts appends and the commits that they took. It is here because the counters are not public.
 *
 * @param appends how many appends were written
 * @param commits how many commits they took
 */
public record CommitCount(long appends, long commits) {

    /** Counts what a journal has written so far. */
    public static CommitCount of(JdbcJournal journal) {
        return new CommitCount(journal.appends(), journal.commits());
    }

    /** Returns what came since an earlier count. */
    public CommitCount since(CommitCount earlier) {
        return new CommitCount(appends - earlier.appends, commits - earlier.commits);
    }

    /** Returns how many appends a commit had. */
    public double appendsPerCommit() {
        return (double) appends / Math.max(1, commits);
    }
}
