package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed while many append, once a process of it and once as a whole. */
final class ServerKillTest {

    private static final int STREAMS = 4;

    @TempDir
    Path folder;

    private final AtomicLongArray acknowledged = new AtomicLongArray(STREAMS);
    private volatile boolean over;

    @Test
    void server_killedWhileManyAppend_losesNothingThatWasAcknowledged_andDoublesNothing() throws Exception {
        try (OwnServer server = new OwnServer(folder);
                JdbcJournal journal =
                        JdbcJournal.builder().patience(Duration.ofMinutes(2)).postgres(server.pool())) {
            List<FutureTask<Long>> tasks = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                int number = i;
                tasks.add(new FutureTask<>(() -> append(journal, number)));
            }
            tasks.forEach(task -> new Thread(task, "appending").start());
            awaitMore();
            server.kill(RawSql.column(
                    RawSql.of(server.pool()),
                    "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE 'WITH % AS (%'"));
            awaitMore();
            server.kill();
            server.restart();
            awaitMore();
            over = true;
            for (FutureTask<Long> task : tasks) {
                task.get(3, TimeUnit.MINUTES);
            }
            for (int i = 0; i < STREAMS; i++) {
                assertWhole(journal, i);
            }
        } finally {
            over = true;
        }
    }

    /** Waits until every stream has grown. */
    private void awaitMore() {
        long[] before = new long[STREAMS];
        for (int i = 0; i < STREAMS; i++) {
            before[i] = acknowledged.get(i);
        }
        Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> {
            for (int i = 0; i < STREAMS; i++) {
                if (acknowledged.get(i) < before[i] + 20) {
                    return false;
                }
            }
            return true;
        });
    }

    private long append(JdbcJournal journal, int number) {
        String stream = "run-" + number;
        Claim claim = journal.claim(stream, "one", Duration.ofHours(1)).orElseThrow();
        long last = 0;
        while (!over) {
            last = next(journal, claim, last);
            acknowledged.set(number, last);
        }
        return last;
    }

    /** Appends one record, or finds out what is there when the server was away before the append began. */
    private long next(JdbcJournal journal, Claim claim, long last) {
        try {
            return journal.append(
                    claim, last, List.of(Samples.sized(last + 1)), Samples.head(claim.stream(), last + 1));
        } catch (StoreException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STORE_FAILED);
            return last;
        }
    }

    private void assertWhole(JdbcJournal journal, int number) {
        String stream = "run-" + number;
        StreamInfo info = journal.info(stream).orElseThrow();
        assertThat(info.sequence()).isEqualTo(acknowledged.get(number));
        long[] read = {0};
        try (Stream<JournalRecord> records = journal.read(stream, 1)) {
            records.forEach(record -> {
                read[0]++;
                assertThat(record).isEqualTo(new JournalRecord(read[0], Samples.sized(read[0])));
            });
        }
        assertThat(read[0]).isEqualTo(info.sequence());
    }
}
