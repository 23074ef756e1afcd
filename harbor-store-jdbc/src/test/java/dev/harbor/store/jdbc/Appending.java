package dev.harbor.store.jdbc;

import dev.harbor.journal.Claim;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamInfo;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Appends to streams for ever, a thread each, and tells each append that is durable as {@code stream last}. Arguments: where (a file, or the URL of a PostgreSQL
 * server and a schema), number of streams.
 */
final class Appending {

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private Appending() {}

    public static void main(String[] args) throws InterruptedException {
        int streams = Integer.parseInt(args[args.length - 1]);
        try (JdbcJournal journal = open(args)) {
            List<Thread> threads = IntStream.range(0, streams)
                    .mapToObj(number -> new Thread(() -> append(journal, "run-" + number)))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static JdbcJournal open(String[] args) {
        if (args.length == 2) {
            return JdbcJournal.sqlite(Path.of(args[0]));
        }
        return JdbcJournal.builder().schema(args[1]).postgres(PostgresServer.pool(PostgresServer.remote(args[0])));
    }

    private static void append(JdbcJournal journal, String stream) {
        Claim claim = journal.seize(stream, "child", Samples.LEASE);
        long last = journal.info(stream).map(StreamInfo::sequence).orElse(0L);
        while (true) {
            int count = (int) (1 + last % 3);
            List<JournalEntry> entries = LongStream.range(last + 1, last + 1 + count)
                    .mapToObj(Samples::sized)
                    .toList();
            last = journal.append(claim, last, entries, Samples.head(stream, last + count));
            OUT.println(stream + " " + last);
        }
    }
}
