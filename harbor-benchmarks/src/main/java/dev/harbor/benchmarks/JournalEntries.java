package dev.harbor.benchmarks;

import dev.harbor.benchmarks.Entry.Clock;
import java.util.List;
import java.util.stream.Stream;

/** What is measured of journals, and of runs in them. */
final class JournalEntries {

    private JournalEntries() {}

    static List<Entry> all() {
        return Stream.concat(
                        Stream.of("SQLITE", "POSTGRES").flatMap(JournalEntries::of),
                        Stream.of("MEMORY", "SQLITE", "POSTGRES").flatMap(JournalEntries::length))
                .toList();
    }

    private static Stream<Entry> of(String database) {
        String bare = database + ": row inserted and committed";
        String rows = database + ": head changed, entry inserted, committed";
        return Stream.of(
                entry(database, "append, alone", "one")
                        .goals(Goal.ratio(bare, "bare commit", 1.3), Goal.ratio(rows, "bare append", 1.3)),
                entry(database, "append, 8 runs at once", "eight"),
                entry(database, "append, 64 runs at once", "sixtyFour"),
                entry(database, "row inserted and committed", "bareCommit"),
                entry(database, "head changed, entry inserted, committed", "bareAppend"));
    }

    /** What the length of a run costs. */
    private static Stream<Entry> length(String journal) {
        String first = journal + ": append to a run of 10 calls";
        return Stream.of(
                length(journal, "append to a run of 10 calls", "append", 10),
                length(journal, "append to a run of 10,000 calls", "append", 10_000)
                        .goals(Goal.ratio(first, "run of 10", 1.5)),
                length(journal, "resume of a run of 10 calls", "resume", 10),
                length(journal, "resume of a run of 10,000 calls", "resume", 10_000)
                        .goals(Goal.nanos(2e9)));
    }

    private static Entry length(String journal, String what, String method, int calls) {
        return Entry.of(Clock.WALL, journal + ": " + what, "LongRunBenchmark." + method)
                .with("journal", journal)
                .with("calls", String.valueOf(calls));
    }

    private static Entry entry(String database, String what, String method) {
        return Entry.of(Clock.WALL, database + ": " + what, "JournalBenchmark." + method)
                .with("database", database);
    }
}
