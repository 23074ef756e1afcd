package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that appends, at moments of no choice of its own. How often: {@code -Dharbor.crash.kills=500}. */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
final class CrashTest {

    private static final int KILLS = Integer.getInteger("harbor.crash.kills", 40);
    private static final int STREAMS = 3;
    private static final int MOST_LINES = 60;

    @TempDir
    Path folder;

    private final Map<String, Long> told = new HashMap<>();

    /** How far each stream was found whole: what a kill could harm comes after. All is read once more at the end. */
    private final Map<String, Long> read = new HashMap<>();

    @Test
    void process_killedWhileItAppendsToSqlite_leavesAllThatItAcknowledged_wholeAndInOrder() throws Exception {
        Path file = folder.resolve("journal.db");
        Random random = new Random(4711);
        for (int kill = 0; kill < KILLS; kill++) {
            killOne(random, file.toString());
            try (JdbcJournal journal = JdbcJournal.sqlite(file)) {
                assertAllIsThere(journal);
            }
        }
        try (JdbcJournal journal = JdbcJournal.sqlite(file)) {
            assertAllIsThereFromTheFirst(journal);
        }
    }

    @Test
    void process_killedWhileItAppendsToPostgres_leavesAllThatItAcknowledged_wholeAndInOrder() throws Exception {
        String schema = PostgresServer.newSchema();
        Random random = new Random(4712);
        for (int kill = 0; kill < KILLS; kill++) {
            killOne(random, PostgresServer.server().getJdbcUrl("postgres", "postgres"), schema);
            PostgresServer.awaitNoChild();
            try (JdbcJournal journal = JdbcJournal.builder().schema(schema).postgres(PostgresServer.source())) {
                assertAllIsThere(journal);
            }
        }
        try (JdbcJournal journal = JdbcJournal.builder().schema(schema).postgres(PostgresServer.source())) {
            assertAllIsThereFromTheFirst(journal);
        }
    }

    private void killOne(Random random, String... where) throws Exception {
        String[] arguments =
                Stream.concat(Stream.of(where), Stream.of("" + STREAMS)).toArray(String[]::new);
        List<String> options = List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        try (ChildJvm child = ChildJvm.start(options, Appending.class, arguments)) {
            for (int lines = 1 + random.nextInt(MOST_LINES); lines > 0; lines--) {
                note(String.valueOf(child.line()));
            }
            child.kill().forEach(this::note);
        }
    }

    private void note(String line) {
        assertThat(line).matches("run-\\d+ \\d+");
        String[] words = line.split(" ");
        told.merge(words[0], Long.parseLong(words[1]), Math::max);
    }

    private void assertAllIsThereFromTheFirst(JdbcJournal journal) {
        read.clear();
        assertAllIsThere(journal);
        assertThat(told).hasSize(STREAMS);
    }

    private void assertAllIsThere(JdbcJournal journal) {
        told.forEach((stream, last) -> {
            StreamInfo info = journal.info(stream).orElseThrow();
            long most = last + 1 + last % 3;
            assertThat(info.sequence()).as(stream).isIn(last, most);
            StreamHead head = Samples.head(stream, info.sequence());
            assertThat(info.head()).isEqualTo(head);
            long[] next = {read.getOrDefault(stream, 0L)};
            try (Stream<JournalRecord> records = journal.read(stream, next[0] + 1)) {
                records.forEach(record -> {
                    next[0]++;
                    assertThat(record).isEqualTo(new JournalRecord(next[0], Samples.sized(next[0])));
                });
            }
            assertThat(next[0]).isEqualTo(info.sequence());
            read.put(stream, next[0]);
            told.put(stream, info.sequence());
        });
    }
}
