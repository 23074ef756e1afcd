package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Is a journal that is held to its contract, with short ways to fill it and to look at it. */
final class JournalUnderTest {

    static final String STREAM = "run-1";
    static final Duration LEASE = Duration.ofSeconds(30);
    static final Identity ADA = Identity.of("acme", "ada", "session-1");

    private final UnaryOperator<Journal> reopening;
    private Journal journal;

    JournalUnderTest(Journal journal, UnaryOperator<Journal> reopening) {
        this.journal = journal;
        this.reopening = reopening;
    }

    Journal journal() {
        return journal;
    }

    void reopen() {
        journal = reopening.apply(journal);
    }

    Claim claim(String stream) {
        return journal.claim(stream, "ada's process", LEASE)
                .orElseThrow(() -> new AssertionError("stream '" + stream + "' could not be claimed"));
    }

    Claim claim() {
        return claim(STREAM);
    }

    long append(Claim claim, long expectedSequence, int count) {
        return journal.append(claim, expectedSequence, entries(expectedSequence + 1, count), head(claim.stream()));
    }

    /** Makes a stream with so many records and leaves it unclaimed. */
    void fill(StreamHead head, int count) {
        Claim claim = claim(head.stream());
        journal.append(claim, 0, entries(1, count), head);
        journal.release(claim);
    }

    List<JournalRecord> read(String stream) {
        return read(stream, 1);
    }

    List<JournalRecord> read(String stream, long from) {
        try (Stream<JournalRecord> records = journal.read(stream, from)) {
            return records.toList();
        }
    }

    static StreamHead head(String stream) {
        return StreamHead.of(stream, ADA, "running");
    }

    /** Returns entries whose data says which of the stream they are. */
    static List<JournalEntry> entries(long first, int count) {
        return IntStream.range(0, count).mapToObj(i -> entry(first + i)).toList();
    }

    static JournalEntry entry(long number) {
        return entry("{\"number\":" + number + "}");
    }

    static JournalEntry entry(String data) {
        return new JournalEntry("test.record", 1, ManualClock.START, Json.parse(data));
    }

    static List<JournalRecord> records(long first, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new JournalRecord(first + i, entry(first + i)))
                .toList();
    }

    static void assertStale(ThrowingCallable write) {
        assertCode(ErrorCode.STALE_WRITE, write);
    }

    static void assertCode(ErrorCode code, ThrowingCallable action) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(action)
                .extracting(StoreException::code)
                .isEqualTo(code);
    }

    static void assertRefused(ThrowingCallable action) {
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(action);
    }
}
