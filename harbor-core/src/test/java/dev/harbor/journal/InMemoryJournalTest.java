package dev.harbor.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What is particular to the journal in memory; what it shares with every other is in the contract of journals. */
final class InMemoryJournalTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2031-01-01T00:00:00Z"), ZoneOffset.UTC);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Json DATA = Json.parse("{\"text\":\"" + "x".repeat(89) + "\"}");
    private static final long RECORD = 100 + Append.RECORD_BYTES;

    private static JournalEntry entry() {
        return new JournalEntry("test.record", 1, CLOCK.instant(), DATA);
    }

    private static StreamHead head(String stream) {
        return StreamHead.of(stream, Identity.of("acme", "ada", "s"), "running");
    }

    private static long append(Journal journal, String stream, long after, int count) {
        Claim claim = journal.claim(stream, "owner", LEASE).orElseThrow();
        return journal.append(claim, after, Collections.nCopies(count, entry()), head(stream));
    }

    private static void assertFull(ThrowingCallable append) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(append)
                .satisfies(full -> assertThat(full.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED))
                .withMessageContaining("raise the limit");
    }

    @Test
    void append_upToTheLimit_isKept_andBeyondIsRefusedWithNothingChanged() {
        Journal journal = InMemoryJournal.create(CLOCK, 10 * RECORD);
        append(journal, "run-1", 0, 6);
        append(journal, "run-2", 0, 4);

        assertFull(() -> append(journal, "run-1", 6, 1));
        try (Stream<JournalRecord> records = journal.read("run-1", 1)) {
            assertThat(records).hasSize(6);
        }
        assertThat(journal.info("run-1").orElseThrow().sequence()).isEqualTo(6);
        assertThat(append(journal, "run-1", 6, 0))
                .as("a head alone needs no room")
                .isEqualTo(6);
    }

    @Test
    void delete_ofStream_givesItsRoomBack() {
        Journal journal = InMemoryJournal.create(CLOCK, 10 * RECORD);
        for (int i = 0; i < 20; i++) {
            append(journal, "run-" + i, 0, 10);
            assertFull(() -> append(journal, "another", 0, 1));
            assertThat(journal.delete("run-" + i)).isTrue();
        }

        assertThat(append(journal, "another", 0, 10)).isEqualTo(10);
    }

    @Test
    void refusedAppends_takeNoRoom() {
        Journal journal = InMemoryJournal.create(CLOCK, 10 * RECORD);
        append(journal, "run-1", 0, 5);
        for (int i = 0; i < 100; i++) {
            assertThatExceptionOfType(StoreException.class).isThrownBy(() -> append(journal, "run-1", 0, 5));
        }

        assertThat(append(journal, "run-1", 5, 5)).isEqualTo(10);
    }

    @Test
    void limit_ofLessThanOne_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> InMemoryJournal.create(CLOCK, 0));
    }

    @Test
    void streams_claimedAndReleasedOrDeleted_leaveNothingBehind() {
        InMemoryJournal journal = InMemoryJournal.create(CLOCK);
        for (int i = 0; i < 1_000; i++) {
            journal.release(journal.claim("released-" + i, "owner", LEASE).orElseThrow());
            append(journal, "deleted-" + i, 0, 1);
            journal.delete("deleted-" + i);
            assertThat(journal.info("asked for-" + i)).isEmpty();
            journal.delete("never there-" + i);
        }

        assertThat(journal.heldStreams()).isZero();
    }

    @Test
    void stream_refusedOnAppend_leavesNothingBehind() {
        InMemoryJournal journal = InMemoryJournal.create(CLOCK);
        Claim forged = new Claim("run-1", "owner", 7, CLOCK.instant());

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> journal.append(forged, 0, List.of(entry()), head("run-1")))
                .withMessageContaining("nobody holds the stream");
        assertThat(journal.heldStreams()).isZero();
    }

    @Test
    void reader_openedBeforeMore_seesWhatWasThere() {
        Journal journal = InMemoryJournal.create(CLOCK);
        append(journal, "run-1", 0, 3);
        try (Stream<JournalRecord> records = journal.read("run-1", 2)) {
            append(journal, "run-1", 3, 500);
            journal.delete("run-1");
            journal.close();

            assertThat(records).extracting(JournalRecord::sequence).containsExactly(2L, 3L);
        }
    }

    @Test
    void messages_ofRefusals_sayWhatIsThere() {
        Journal journal = InMemoryJournal.create(CLOCK);
        Claim first = journal.claim("run-1", "one", LEASE).orElseThrow();
        Claim second = journal.seize("run-1", "two", LEASE);

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> journal.append(first, 0, List.of(), head("run-1")))
                .withMessage("the claim of 'one' on stream 'run-1' has epoch 1, but the latest is 2");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> journal.append(second, 4, List.of(), head("run-1")))
                .withMessage("stream 'run-1' ends at sequence 0, the append expects 4");
    }

    @Test
    void create_withTheMachinesClock_givesLeasesFromNow() {
        Instant before = Clock.systemUTC().instant();
        Claim claim = InMemoryJournal.create().claim("run-1", "owner", LEASE).orElseThrow();

        assertThat(claim.until()).isAfterOrEqualTo(before.plus(LEASE));
    }
}
