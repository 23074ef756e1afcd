package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on writing a journal says beyond the contracts. */
final class WriteAJournalTest {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final int RECORDS = 3;

    @TempDir
    Path folder;

    private FolderJournal open() {
        return FolderJournal.open(folder, Clock.systemUTC());
    }

    private HarborRuntime runtime(Journal journal) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(journal)
                .planner(context -> context.trajectory().size() == 0
                        ? new Decision.RequestPause(PauseReason.AWAIT_INPUT, "go on?", Json.EMPTY_OBJECT)
                        : Decision.finish(Json.of("done")))
                .build();
    }

    @Test
    void run_thatWaits_goesOnInAnotherProcess() {
        try (HarborRuntime runtime = runtime(open())) {
            assertThat(runtime.as(ADA)
                            .start(RunRequest.goal("wait").id("r1"))
                            .await(BOUND)
                            .state())
                    .isEqualTo(RunState.WAITING);
        }
        try (HarborRuntime runtime = runtime(open())) {
            assertThat(runtime.as(ADA)
                            .resume(ResumeRequest.of("r1").input(Json.of("yes")))
                            .await(BOUND)
                            .state())
                    .isEqualTo(RunState.SUCCEEDED);
        }
    }

    @Test
    void file_cutAnywhere_hasWholeAppends_andIsAppendedTo() throws IOException {
        Claim claim = fill(open(), 2);
        Path file = onlyFile();
        byte[] whole = Files.readAllBytes(file);
        for (int length = whole.length; length >= 0; length--) {
            Files.write(file, Arrays.copyOf(whole, length));
            FolderJournal journal = open();
            List<JournalRecord> read = read(journal);
            assertThat(read.size() % RECORDS).isZero();
            if (journal.info("run/1").isPresent()) {
                append(journal, claim, read.size());
                assertThat(read(open())).hasSize(read.size() + RECORDS);
            }
        }
    }

    @Test
    void file_thatCanNotBeWritten_leavesTheAppendInDoubt_andTheStreamClosed() throws IOException {
        FolderJournal journal = open();
        Claim claim = fill(journal, 1);
        Path file = onlyFile();
        byte[] whole = Files.readAllBytes(file);
        Files.delete(file);
        Files.createDirectory(file);

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> append(journal, claim, RECORDS))
                .extracting(StoreException::code)
                .isEqualTo(ErrorCode.UNKNOWN_WRITE_OUTCOME);
        Files.delete(file);
        Files.write(file, whole);
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> append(journal, claim, RECORDS));
        append(open(), claim, RECORDS);
    }

    private static Claim fill(Journal journal, int appends) {
        Claim claim = journal.claim("run/1", "one", Duration.ofHours(1)).orElseThrow();
        for (int i = 0; i < appends; i++) {
            append(journal, claim, i * RECORDS);
        }
        return claim;
    }

    private static void append(Journal journal, Claim claim, long last) {
        List<JournalEntry> entries = IntStream.range(0, RECORDS)
                .mapToObj(i -> new JournalEntry("test.record", 1, Instant.EPOCH, Json.parse("{\"number\":" + i + "}")))
                .toList();
        journal.append(claim, last, entries, StreamHead.of("run/1", ADA, "running"));
    }

    private static List<JournalRecord> read(Journal journal) {
        try (Stream<JournalRecord> records = journal.read("run/1", 1)) {
            return records.toList();
        }
    }

    private Path onlyFile() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findFirst().orElseThrow();
        }
    }
}
