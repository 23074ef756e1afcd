package dev.harbor.testkit;

import static dev.harbor.testkit.JournalUnderTest.ADA;
import static dev.harbor.testkit.JournalUnderTest.STREAM;
import static dev.harbor.testkit.JournalUnderTest.assertRefused;
import static dev.harbor.testkit.JournalUnderTest.assertStale;
import static dev.harbor.testkit.JournalUnderTest.entries;
import static dev.harbor.testkit.JournalUnderTest.entry;
import static dev.harbor.testkit.JournalUnderTest.head;
import static dev.harbor.testkit.JournalUnderTest.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import dev.harbor.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What happens to records on their way in. */
abstract class JournalAppendRules {

    private static final JournalEntry LARGEST = sized(JournalEntry.MAX_DATA_BYTES);

    abstract JournalUnderTest subject();

    private Journal journal() {
        return subject().journal();
    }

    @Test
    @DisplayName("Given appends, records have sequences from 1 without gaps, in the order in which they were given")
    void append_inOrder_numbersRecords() {
        Claim claim = subject().claim();

        assertThat(subject().append(claim, 0, 3)).isEqualTo(3);
        assertThat(subject().append(claim, 3, 1)).isEqualTo(4);
        assertThat(subject().append(claim, 4, 2)).isEqualTo(6);
        assertThat(subject().read(STREAM)).isEqualTo(records(1, 6));
        assertThat(journal().info(STREAM)).map(StreamInfo::sequence).contains(6L);
    }

    @Test
    @DisplayName("Given a sequence that is not the last, the append is refused and nothing changes")
    void append_onStaleSequence_changesNothing() {
        Claim claim = subject().claim();
        subject().append(claim, 0, 3);
        StreamHead other = head(STREAM).state("changed");

        for (long sequence : new long[] {0, 2, 4, Long.MAX_VALUE}) {
            assertStale(() -> journal().append(claim, sequence, entries(9, 1), other));
            assertStale(() -> journal().append(claim, sequence, List.of(), other));
        }
        assertUnchanged(claim, 3);
    }

    @Test
    @DisplayName("Given a claim that was taken over, the append is refused and nothing changes")
    void append_onStaleEpoch_changesNothing() {
        Claim first = subject().claim();
        subject().append(first, 0, 3);
        Claim second = journal().seize(STREAM, "two", JournalUnderTest.LEASE);

        assertStale(() -> journal().append(first, 3, entries(9, 1), head(STREAM).state("changed")));
        assertUnchanged(second, 3);
    }

    @Test
    @DisplayName("Given no records, the head alone is replaced; on a new stream it makes the stream")
    void append_ofHeadAlone_replacesHead() {
        Claim claim = subject().claim();

        assertThat(journal().append(claim, 0, List.of(), head(STREAM).state("queued")))
                .isZero();
        assertThat(journal().info(STREAM).orElseThrow().head().state()).isEqualTo("queued");
        assertThat(subject().append(claim, 0, 2)).isEqualTo(2);
        assertThat(journal().append(claim, 2, List.of(), head(STREAM).state("waiting")))
                .isEqualTo(2);
        assertThat(journal().info(STREAM).orElseThrow().head().state()).isEqualTo("waiting");
        assertThat(subject().read(STREAM)).isEqualTo(records(1, 2));
    }

    @Test
    @DisplayName("Given a head with everything in it, it comes back as it was and replaces the one before as a whole")
    void head_withEverything_comesBack() {
        Claim claim = subject().claim();
        Map<String, String> keys = new HashMap<>();
        for (int i = 0; i < StreamHead.MAX_KEYS; i++) {
            keys.put("k" + i + "é".repeat(StreamHead.MAX_KEY_LENGTH - 3), "v".repeat(StreamHead.MAX_KEY_LENGTH));
        }
        Instant wakeAt = Instant.parse("2031-02-03T04:05:06.123456789Z");
        StreamHead full = new StreamHead(STREAM, ADA, "s".repeat(StreamHead.MAX_STATE_LENGTH), wakeAt, keys);
        StreamHead bare = head(STREAM);

        for (StreamHead each : List.of(full, bare, full.keys(Map.of("token", "")))) {
            journal().append(claim, 0, List.of(), each);
            assertThat(journal().info(STREAM)).map(StreamInfo::head).contains(each);
        }
    }

    @Test
    @DisplayName("Given a claimed stream, its info shows the claim; released, it shows none")
    void info_ofClaim_isCurrent() {
        Claim claim = subject().claim();
        subject().append(claim, 0, 1);

        assertThat(journal().info(STREAM)).contains(new StreamInfo(head(STREAM), 1, claim));
        journal().release(claim);
        assertThat(journal().info(STREAM)).contains(new StreamInfo(head(STREAM), 1, null));
    }

    @Test
    @DisplayName("Given data of any kind, it comes back byte by byte, with type, version and time")
    void data_ofAnyKind_comesBackExactly() {
        List<JournalEntry> entries = List.of(
                entry("{}"),
                entry("{ \"b\" : 1.10 , \"a\" : 1E400,\n\"n\": -0.0, \"big\": 12345678901234567890123 }"),
                entry("{\"text\":\"caf\\u00e9 é 漢字 \uD83D\uDE80 \\u0000 \\\"quoted\\\" line\\n\"}"),
                entry("{\"deep\":" + "[".repeat(60) + "]".repeat(60) + "}"),
                new JournalEntry(
                        "a.b_9" + "x".repeat(59),
                        Integer.MAX_VALUE,
                        Instant.parse("1969-12-31T23:59:59.999999999Z"),
                        Json.parse("{\"empty\":\"\",\"null\":null}")));
        journal().append(subject().claim(), 0, entries, head(STREAM));

        List<JournalRecord> read = subject().read(STREAM);
        assertThat(read).extracting(JournalRecord::entry).isEqualTo(entries);
        assertThat(read)
                .extracting(record -> record.entry().data().toString())
                .isEqualTo(
                        entries.stream().map(entry -> entry.data().toString()).toList());
    }

    @Test
    @DisplayName("Given a record of the largest size, and an append of the largest size, they are kept")
    void append_atBounds_isKept() {
        Claim claim = subject().claim();
        int count = (int) (Journal.MAX_APPEND_BYTES / JournalEntry.MAX_DATA_BYTES);

        journal().append(claim, 0, Collections.nCopies(count, LARGEST), head(STREAM));
        journal().append(claim, count, entries(1, Journal.MAX_APPEND_RECORDS), head(STREAM));

        assertThat(subject().read(STREAM, count))
                .hasSize(Journal.MAX_APPEND_RECORDS + 1)
                .first()
                .isEqualTo(new JournalRecord(count, LARGEST));
    }

    @Test
    @DisplayName("Given more than an append may hold, it is refused and nothing changes")
    void append_beyondBounds_changesNothing() {
        Claim claim = subject().claim();
        subject().append(claim, 0, 1);
        StreamHead changed = head(STREAM).state("changed");
        List<JournalEntry> large = new ArrayList<>(Collections.nCopies(4, LARGEST));
        large.add(entry("{}"));

        assertRefused(() -> journal().append(claim, 1, entries(2, Journal.MAX_APPEND_RECORDS + 1), changed));
        assertRefused(() -> journal().append(claim, 1, large, changed));
        assertRefused(() -> journal().append(claim, -1, entries(2, 1), changed));
        assertUnchanged(claim, 1);
    }

    @Test
    @DisplayName("Given a head of another stream or another identity, the append is refused and nothing changes")
    void append_withForeignHead_changesNothing() {
        Claim claim = subject().claim();
        subject().append(claim, 0, 1);

        assertRefused(() -> journal().append(claim, 1, entries(2, 1), head("run-2")));
        for (Identity other : List.of(
                Identity.of("other", ADA.user(), ADA.session()),
                Identity.of(ADA.tenant(), "other", ADA.session()),
                Identity.of(ADA.tenant(), ADA.user(), "other"))) {
            assertRefused(() -> journal().append(claim, 1, entries(2, 1), StreamHead.of(STREAM, other, "running")));
        }
        assertUnchanged(claim, 1);
        assertThat(journal().info("run-2")).isEmpty();
    }

    @Test
    @DisplayName("Given a list that the caller changes afterwards, what was appended stays")
    void append_ofListChangedLater_stays() {
        List<JournalEntry> entries = new ArrayList<>(entries(1, 2));
        journal().append(subject().claim(), 0, entries, head(STREAM));
        entries.clear();

        assertThat(subject().read(STREAM)).isEqualTo(records(1, 2));
    }

    @Test
    @DisplayName("Given an interrupted thread, an append is whole or refused, and the thread stays interrupted")
    void append_onInterruptedThread_isWholeOrNothing() {
        Claim claim = subject().claim();
        Optional<RuntimeException> refusal = appendInterrupted(claim);

        assertThat(Thread.interrupted()).as("the flag of the thread").isTrue();
        assertThat(subject().read(STREAM)).hasSize(refusal.isPresent() ? 0 : 2);
        assertThat(subject().append(claim, refusal.isPresent() ? 0 : 2, 1)).isPositive();
    }

    private Optional<RuntimeException> appendInterrupted(Claim claim) {
        Thread.currentThread().interrupt();
        try {
            subject().append(claim, 0, 2);
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.of(e);
        }
    }

    @Test
    @DisplayName("Given null, every method refuses it")
    void arguments_null_areRefused() {
        Claim claim = subject().claim();
        List<ThrowingCallable> calls = List.of(
                () -> journal().claim(Nothing.of(), "one", JournalUnderTest.LEASE),
                () -> journal().claim(STREAM, Nothing.of(), JournalUnderTest.LEASE),
                () -> journal().claim(STREAM, "one", Nothing.of()),
                () -> journal().seize(Nothing.of(), "one", JournalUnderTest.LEASE),
                () -> journal().renew(Nothing.of(), JournalUnderTest.LEASE),
                () -> journal().renew(claim, Nothing.of()),
                () -> journal().release(Nothing.of()),
                () -> journal().append(Nothing.of(), 0, List.of(), head(STREAM)),
                () -> journal().append(claim, 0, Nothing.of(), head(STREAM)),
                () -> journal().append(claim, 0, Collections.singletonList(Nothing.of()), head(STREAM)),
                () -> journal().append(claim, 0, List.of(), Nothing.of()),
                () -> journal().read(Nothing.of(), 1),
                () -> journal().info(Nothing.of()),
                () -> journal().find(Nothing.of()),
                () -> journal().delete(Nothing.of()));

        calls.forEach(call -> assertThatNullPointerException().isThrownBy(call));
        assertThat(subject().append(claim, 0, 1)).isEqualTo(1);
    }

    private void assertUnchanged(Claim claim, int count) {
        assertThat(subject().read(STREAM)).isEqualTo(records(1, count));
        assertThat(journal().info(STREAM)).map(StreamInfo::head).contains(head(STREAM));
        assertThat(subject().append(claim, count, 1)).as("the holder goes on").isEqualTo(count + 1L);
    }

    private static JournalEntry sized(int bytes) {
        String frame = "{\"x\":\"\"}";
        return entry("{\"x\":\"" + "x".repeat(bytes - frame.length()) + "\"}");
    }
}
