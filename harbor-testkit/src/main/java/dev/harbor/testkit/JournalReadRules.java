package dev.harbor.testkit;

import static dev.harbor.testkit.JournalUnderTest.STREAM;
import static dev.harbor.testkit.JournalUnderTest.assertRefused;
import static dev.harbor.testkit.JournalUnderTest.entries;
import static dev.harbor.testkit.JournalUnderTest.entry;
import static dev.harbor.testkit.JournalUnderTest.head;
import static dev.harbor.testkit.JournalUnderTest.records;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What happens to records on their way out. */
abstract class JournalReadRules {

    private static final int BATCH = 7;
    private static final int BATCHES = 60;
    private static final int APPENDS = 100;

    abstract JournalUnderTest subject();

    @Test
    @DisplayName("Given a sequence inside the stream, reading begins there")
    void read_fromEachSequence_beginsThere() {
        subject().fill(head(STREAM), 5);

        for (int from = 1; from <= 5; from++) {
            assertThat(subject().read(STREAM, from)).isEqualTo(records(from, 6 - from));
        }
    }

    @Test
    @DisplayName("Given a sequence past the end, or a stream that does not exist, there is nothing to read")
    void read_ofNothing_isEmpty() {
        subject().fill(head(STREAM), 2);
        subject().claim("claimed only");

        assertThat(subject().read(STREAM, 3)).isEmpty();
        assertThat(subject().read(STREAM, Long.MAX_VALUE)).isEmpty();
        assertThat(subject().read("no such stream")).isEmpty();
        assertThat(subject().read("claimed only")).isEmpty();
    }

    @Test
    @DisplayName("Given a sequence less than 1, reading is refused")
    void read_fromBelowOne_isRefused() {
        assertRefused(() -> subject().journal().read(STREAM, 0));
        assertRefused(() -> subject().journal().read(STREAM, -1));
    }

    @Test
    @DisplayName("Given two streams, each reads its own records only")
    void read_ofTwoStreams_isApart() {
        subject().fill(head("run-1"), 3);
        subject().fill(head("run-10"), 2);
        subject().fill(head("run"), 1);

        assertThat(subject().read("run-1")).isEqualTo(records(1, 3));
        assertThat(subject().read("run-10")).isEqualTo(records(1, 2));
        assertThat(subject().read("run")).isEqualTo(records(1, 1));
    }

    @Test
    @DisplayName("Given a reader that began before an append, it sees what was there, in order, and whole appends only")
    void read_begunBeforeAppend_isConsistent() {
        Claim claim = subject().claim();
        subject().append(claim, 0, BATCH);
        try (Stream<JournalRecord> records = subject().journal().read(STREAM, 1)) {
            Iterator<JournalRecord> reader = records.iterator();
            JournalRecord first = reader.next();
            subject().append(claim, BATCH, BATCH);
            int count = 1;
            while (reader.hasNext()) {
                count++;
                assertThat(reader.next().sequence()).isEqualTo(count);
            }
            assertThat(first.sequence()).isEqualTo(1);
            assertThat(count).isIn(BATCH, 2 * BATCH);
        }
    }

    @Test
    @DisplayName("Given a writer that appends in batches, readers beside it see whole batches only and never less than"
            + " before")
    void read_besideWriter_seesWholeAppends() {
        Claim claim = subject().claim();
        Together.run(4, number -> number == 0 ? write(claim) : readUntilComplete());

        assertThat(subject().read(STREAM)).isEqualTo(records(1, BATCH * BATCHES));
    }

    private long write(Claim claim) {
        long last = 0;
        for (int i = 0; i < BATCHES; i++) {
            last = subject().append(claim, last, BATCH);
        }
        return last;
    }

    private long readUntilComplete() {
        long seen = 0;
        while (seen < BATCH * BATCHES) {
            List<JournalRecord> records = subject().read(STREAM);
            assertThat(records.size() % BATCH).as("records of half an append").isZero();
            assertThat((long) records.size()).isGreaterThanOrEqualTo(seen);
            assertThat(records).isEqualTo(records(1, records.size()));
            seen = records.size();
        }
        return seen;
    }

    @Test
    @DisplayName("Given readers that stop half-way and are closed, the journal goes on as if they had not been")
    void readers_closedHalfWay_leaveNothing() {
        Claim claim = subject().claim();
        subject().append(claim, 0, 100);
        for (int i = 0; i < 200; i++) {
            try (Stream<JournalRecord> records = subject().journal().read(STREAM, 1)) {
                assertThat(records.iterator().next().sequence()).isEqualTo(1);
            }
        }
        Stream<JournalRecord> closedTwice = subject().journal().read(STREAM, 1);
        closedTwice.close();
        closedTwice.close();

        assertThat(subject().append(claim, 100, 1)).isEqualTo(101);
    }

    @Test
    @DisplayName("Given an open reader, its thread and others can append and read meanwhile")
    void reader_open_hindersNobody() {
        Claim claim = subject().claim();
        subject().append(claim, 0, 3);
        try (Stream<JournalRecord> records = subject().journal().read(STREAM, 1)) {
            Iterator<JournalRecord> reader = records.iterator();
            reader.next();

            assertThat(subject().append(claim, 3, 1)).isEqualTo(4);
            assertThat(Together.run(2, i -> subject().read(STREAM).size())).containsOnly(4);
            assertThat(reader.next().sequence()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("Given a writer, whoever reads head and records beside it never sees one without the other")
    void info_besideWriter_goesWithRecords() {
        Claim claim = subject().claim();
        appendWithHead(claim, 0);
        Together.run(4, number -> {
            for (long last = 1; last < APPENDS; ) {
                last = number == 0 ? appendWithHead(claim, last) : lookWhole();
            }
            return number;
        });
    }

    /** Appends a record and a head that says which one that is. */
    private long appendWithHead(Claim claim, long last) {
        Map<String, String> keys = Map.of("last", String.valueOf(last + 1));
        StreamHead head = head(STREAM).state("at-" + (last + 1)).keys(keys);
        return subject().journal().append(claim, last, entries(last + 1, 1), head);
    }

    private long lookWhole() {
        StreamInfo info = subject().journal().info(STREAM).orElseThrow();
        String last = String.valueOf(info.sequence());
        assertThat(info.head().state()).isEqualTo("at-" + last);
        assertThat(info.head().keys()).isEqualTo(Map.of("last", last));
        assertThat(subject().read(STREAM, info.sequence()))
                .startsWith(records(info.sequence(), 1).get(0));
        return info.sequence();
    }

    @Test
    @DisplayName("Given appends of the largest size, a reader gives all of them, one after the other")
    void read_ofLargestAppends_isComplete() {
        Claim claim = subject().claim();
        int perAppend = (int) (Journal.MAX_APPEND_BYTES / JournalEntry.MAX_DATA_BYTES);
        String filler = "x".repeat(JournalEntry.MAX_DATA_BYTES - 32);
        for (int append = 0; append < 3; append++) {
            List<JournalEntry> large = new ArrayList<>();
            for (int i = 0; i < perAppend; i++) {
                large.add(entry("{\"" + (append * perAppend + i + 1) + "\":\"" + filler + "\"}"));
            }
            subject().journal().append(claim, (long) append * perAppend, large, head(STREAM));
        }

        try (Stream<JournalRecord> records = subject().journal().read(STREAM, 1)) {
            Iterator<JournalRecord> reader = records.iterator();
            for (int i = 1; i <= 3 * perAppend; i++) {
                JournalRecord record = reader.next();
                assertThat(record.sequence()).isEqualTo(i);
                assertThat(record.entry()
                                .data()
                                .get(String.valueOf(i))
                                .orElseThrow()
                                .asString())
                        .hasSameSizeAs(filler);
            }
            assertThat(reader.hasNext()).isFalse();
        }
    }

    @Test
    @DisplayName("Given a long stream, it is read from the middle and to the end")
    void read_ofLongStream_isComplete() {
        Claim claim = subject().claim();
        int count = 5_000;
        for (long last = 0; last < count; ) {
            last = subject().append(claim, last, 500);
        }

        try (Stream<JournalRecord> records = subject().journal().read(STREAM, 2_500)) {
            assertThat(records.mapToLong(JournalRecord::sequence).sum()).isEqualTo((2_500L + count) * 2_501 / 2);
        }
    }
}
