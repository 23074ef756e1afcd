package dev.harbor.benchmarks;

import dev.harbor.journal.Claim;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import dev.harbor.store.jdbc.CommitCount;
import dev.harbor.store.jdbc.JdbcJournal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Measures how many appends of 400 bytes a second runs make that append at once, each as soon as its last one is durable, and how many share a commit. Argument: for how
 * many seconds each.
 */
public final class SharedCommits {

    private static final int[] RUNS = {1, 8, 64};
    private static final JournalEntry ENTRY =
            new JournalEntry("test.record", 1, Instant.EPOCH, Json.parse("{\"text\":\"" + "x".repeat(380) + "\"}"));

    private SharedCommits() {}

    /** Prints a row of a table for each database and number of runs. */
    public static void main(String[] arguments) throws Exception {
        Duration time = Duration.ofSeconds(arguments.length > 0 ? Long.parseLong(arguments[0]) : 5);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(Machine.describe() + "; load " + Machine.load());
        out.println("| database | runs at once | appends a second | appends a commit |");
        out.println("|---|---|---|---|");
        for (String kind : List.of("SQLITE", "POSTGRES")) {
            measure(kind, time, out);
        }
        out.println("load after " + Machine.load());
    }

    private static void measure(String kind, Duration time, PrintStream out)
            throws IOException, ExecutionException, InterruptedException {
        try (Journals journals = Journals.open(kind)) {
            JdbcJournal journal = (JdbcJournal) journals.journal();
            append(journal, RUNS[RUNS.length - 1], time, "warm");
            for (int runs : RUNS) {
                CommitCount count = append(journal, runs, time, "run-" + runs);
                out.println(String.format(
                        Locale.ROOT,
                        "| %s | %d | %,.0f | %.1f |",
                        kind,
                        runs,
                        count.appends() / (double) time.toSeconds(),
                        count.appendsPerCommit()));
            }
        }
    }

    /** Lets runs append for a time and returns what they did. */
    private static CommitCount append(JdbcJournal journal, int runs, Duration time, String prefix)
            throws ExecutionException, InterruptedException {
        CommitCount before = CommitCount.of(journal);
        long deadline = System.nanoTime() + time.toNanos();
        List<FutureTask<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            String stream = prefix + "/" + i;
            FutureTask<Long> task = new FutureTask<>(() -> appendUntil(journal, stream, deadline));
            tasks.add(task);
            new Thread(task, stream).start();
        }
        for (FutureTask<Long> task : tasks) {
            task.get();
        }
        return CommitCount.of(journal).since(before);
    }

    private static long appendUntil(JdbcJournal journal, String stream, long deadline) {
        Claim claim = journal.claim(stream, "bench", Duration.ofHours(1)).orElseThrow();
        StreamHead head = StreamHead.of(stream, HarborCalls.ADA, "running");
        long last = 0;
        while (System.nanoTime() - deadline < 0) {
            last = journal.append(claim, last, List.of(ENTRY), head);
        }
        return last;
    }
}
