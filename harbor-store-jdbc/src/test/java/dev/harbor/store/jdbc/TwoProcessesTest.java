package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.JournalRecord;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes over one file. */
final class TwoProcessesTest {

    private static final int COUNT = 100;

    @TempDir
    Path folder;

    @Test
    void claims_holdOverProcesses_andASeizureFencesTheOther() throws Exception {
        Path file = folder.resolve("journal.db");
        try (JdbcJournal journal = JdbcJournal.sqlite(file);
                ChildJvm child = ChildJvm.start(List.of(), Appending.class, file.toString(), "1")) {
            assertThat(child.line()).startsWith("run-0 ");
            assertThat(journal.claim("run-0", "another", Samples.LEASE)).isEmpty();
            assertThat(child.line()).startsWith("run-0 ");
            Claim mine = journal.seize("run-0", "another", Samples.LEASE);
            List<String> rest = child.end();

            assertThat(rest)
                    .anyMatch(
                            line -> line.contains(ErrorCode.STALE_WRITE.value()) || line.contains("but the latest is"));
            long last = journal.info("run-0").orElseThrow().sequence();
            assertThat(journal.append(mine, last, Samples.entries(last + 1, 1), Samples.head("run-0")))
                    .isEqualTo(last + 1);
        }
    }

    @Test
    void processes_thatAppendToStreamsOfTheirOwn_loseNothing() throws Exception {
        Path file = folder.resolve("journal.db");
        try (JdbcJournal journal = JdbcJournal.sqlite(file);
                ChildJvm child = ChildJvm.start(List.of(), Appending.class, file.toString(), "2")) {
            Claim mine = journal.claim("mine", "one", Samples.LEASE).orElseThrow();
            List<String> told = new ArrayList<>();
            for (int last = 0; last < COUNT; last++) {
                told.add(child.line());
                journal.append(mine, last, Samples.entries(last + 1, 1), Samples.head("mine"));
            }
            told.addAll(child.kill());
            for (String line : told) {
                String[] words = line.split(" ");
                assertThat(count(journal, words[0])).as(line).isGreaterThanOrEqualTo(Long.parseLong(words[1]));
            }
            assertThat(count(journal, "mine")).isEqualTo(COUNT);
        }
    }

    private static long count(JdbcJournal journal, String stream) {
        try (Stream<JournalRecord> records = journal.read(stream, 1)) {
            return records.count();
        }
    }

    @Test
    void artifacts_ofTwoProcesses_areSharedAndLimitedTogether() throws Exception {
        Path file = folder.resolve("artifacts.db");
        ArtifactScope scope = new ArtifactScope(Samples.ADA, "run");
        try (ArtifactStore store = Storing.open(file);
                ChildJvm child = ChildJvm.start(List.of(), Storing.class, file.toString())) {
            int stored = 0;
            for (int number = 0; number < COUNT; number++) {
                stored += put(store, scope, Samples.random(1_000, number)) ? 1 : 0;
            }
            List<String> told = child.end();
            assertThat(told).hasSize(COUNT).allMatch(line -> line.matches("stored|refused"));
            long theirs = told.stream().filter("stored"::equals).count();

            assertThat(stored + theirs).isEqualTo(Storing.ROOM);
            assertThat(store.list(ArtifactFilter.everyTenant(), 1_000)).hasSize(Storing.ROOM);
        }
    }

    static boolean put(ArtifactStore store, ArtifactScope scope, byte[] content) throws Exception {
        try {
            store.put(scope, new ByteArrayInputStream(content), ArtifactOptions.of("text/x"));
            return true;
        } catch (StoreException e) {
            assertThat(Optional.of(e.code())).contains(ErrorCode.QUOTA_EXCEEDED);
            return false;
        }
    }
}
