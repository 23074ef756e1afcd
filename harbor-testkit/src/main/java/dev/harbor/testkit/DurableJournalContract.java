package dev.harbor.testkit;

import static dev.harbor.testkit.JournalUnderTest.STREAM;
import static dev.harbor.testkit.JournalUnderTest.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalRecord;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Holds an implementation of {@link Journal} that outlives its process to what that asks for besides {@link JournalContract}: damage is told where it is, what a
 * later version wrote is refused, and nothing is changed by either. The implementation lends a hand for the damage.
 *
 * <p>Each test has a journal of its own, which is closed after it.
 */
public abstract class DurableJournalContract {

    private static final int LONG = 100_000;
    private static final int APPENDED = 1_000;

    private final ManualClock clock = ManualClock.create();
    private JournalUnderTest subject;

    /** Creates the suite. */
    protected DurableJournalContract() {}

    /**
     * Returns a new, empty journal.
     *
     * @param clock measures leases
     */
    protected abstract Journal create(Clock clock);

    /** Returns a journal over what another holds, which need not have been closed and is not used again. */
    protected abstract Journal reopen(Clock clock);

    /** Changes a bit of a stored record, behind the back of the journal, which is closed. */
    protected abstract void damage(String stream, long sequence);

    /** Removes a stored record, behind the back of the journal, which is closed. */
    protected abstract void lose(String stream, long sequence);

    /** Marks what is stored as written by a later version, behind the back of the journal, which is closed. */
    protected abstract void makeNewer();

    /** Returns something that changes whenever anything that is stored changes, such as a copy of it. */
    protected abstract Object fingerprint();

    @BeforeEach
    void openSubject() {
        subject = new JournalUnderTest(create(clock), old -> reopen(clock));
    }

    @AfterEach
    void closeSubject() {
        subject.journal().close();
    }

    private Journal journal() {
        return subject.journal();
    }

    private void close() {
        journal().close();
    }

    @Test
    @DisplayName(
            "Given a damaged record, reading gives what is before it, then fails and names it; other streams are whole")
    void record_damaged_endsReading() {
        fill(5, "other", 3);
        damage(STREAM, 3);

        assertReadingEndsBefore(3);
    }

    @Test
    @DisplayName("Given the last record torn, reading gives what is before it, then fails and names it")
    void record_damagedAtTheEnd_endsReading() {
        fill(5, "other", 3);
        damage(STREAM, 5);

        assertReadingEndsBefore(5);
    }

    @Test
    @DisplayName("Given a record that is missing, reading gives what is before it, then fails and names it; nothing is"
            + " skipped")
    void record_lost_endsReading() {
        for (long lost : new long[] {1, 3, 5}) {
            subject.reopen();
            journal().delete(STREAM);
            journal().delete("other");
            fill(5, "other", 3);
            lose(STREAM, lost);

            assertReadingEndsBefore(lost);
            close();
        }
    }

    private void fill(int count, String other, int otherCount) {
        subject.fill(JournalUnderTest.head(STREAM), count);
        subject.fill(JournalUnderTest.head(other), otherCount);
        close();
    }

    private void assertReadingEndsBefore(long sequence) {
        Object before = fingerprint();
        subject.reopen();
        List<JournalRecord> read = new ArrayList<>();
        try (Stream<JournalRecord> records = journal().read(STREAM, 1)) {
            assertDamage(sequence, () -> records.iterator().forEachRemaining(read::add));
        }
        assertThat(read).isEqualTo(records(1, (int) sequence - 1));
        assertDamage(sequence, () -> subject.read(STREAM, sequence));
        assertThat(subject.read(STREAM, sequence + 1)).isEqualTo(records(sequence + 1, (int) (5 - sequence)));
        assertThat(subject.read("other")).isEqualTo(records(1, 3));
        close();
        assertThat(fingerprint()).isEqualTo(before);
        subject.reopen();
    }

    private static void assertDamage(long sequence, ThrowingCallable reading) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(reading)
                .withMessageContaining(STREAM)
                .withMessageContaining("record " + sequence)
                .extracting(StoreException::code)
                .isEqualTo(ErrorCode.STORE_FAILED);
    }

    @Test
    @DisplayName("Given what a later version wrote, opening is refused and says so, and nothing is changed")
    void newerVersion_isRefused() {
        fill(2, "other", 1);
        makeNewer();
        Object before = fingerprint();

        assertThatExceptionOfType(HarborException.class)
                .isThrownBy(() -> reopen(clock))
                .isInstanceOfAny(ConfigurationException.class, StoreException.class)
                .withMessageContaining("version");
        assertThat(fingerprint()).isEqualTo(before);
    }

    @Test
    @DisplayName("Given a stream of 100,000 records, it is read to its end, and appended to")
    void read_ofVeryLongStream_isComplete() {
        Claim claim = subject.claim();
        for (long last = 0; last < LONG; ) {
            last = subject.append(claim, last, APPENDED);
        }
        subject.reopen();

        try (Stream<JournalRecord> records = journal().read(STREAM, 1)) {
            Iterator<JournalRecord> reader = records.iterator();
            for (long sequence = 1; sequence <= LONG; sequence++) {
                assertThat(reader.next().sequence()).isEqualTo(sequence);
            }
            assertThat(reader.hasNext()).isFalse();
        }
        assertThat(subject.append(claim, LONG, 1)).isEqualTo(LONG + 1);
        assertThat(subject.read(STREAM, LONG)).isEqualTo(records(LONG, 2));
    }

    @Test
    @DisplayName("Given a crash after each of many appends of different sizes, each is whole when the journal is opened"
            + " again")
    void reopen_atEachBoundary_isWhole() {
        Claim claim = subject.claim();
        long last = 0;
        for (int size : new int[] {1, 2, 0, 7, 1, 64, 3, 0, 1, 500}) {
            last = subject.append(claim, last, size);
            subject.reopen();
            assertThat(subject.read(STREAM)).isEqualTo(records(1, (int) last));
            assertThat(journal().info(STREAM).orElseThrow().sequence()).isEqualTo(last);
        }
    }
}
