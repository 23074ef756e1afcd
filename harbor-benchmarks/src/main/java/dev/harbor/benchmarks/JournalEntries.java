package dev.harbor.benchmarks;

import dev.harbor.benchmarks.Entry.Clock;
import java.util.List;
import java.util.stream.Stream;

/** What is measured of journals in databases. */
final class JournalEntries {

    private JournalEntries() {}

    static List<Entry> all() {
        return Stream.of("SQLITE", "POSTGRES").flatMap(JournalEntries::of).toList();
    }

    private static Stream<Entry> of(String database) {
        String bare = database + ": row inserted and committed";
        return Stream.of(
                entry(database, "append, alone", "one").goals(Goal.ratio(bare, "bare commit", 1.3)),
                entry(database, "append, 8 runs at once", "eight"),
                entry(database, "append, 64 runs at once", "sixtyFour"),
                entry(database, "row inserted and committed", "bareCommit"));
    }

    private static Entry entry(String database, String what, String method) {
        return Entry.of(Clock.WALL, database + ": " + what, "JournalBenchmark." + method)
                .with("database", database);
    }
}
