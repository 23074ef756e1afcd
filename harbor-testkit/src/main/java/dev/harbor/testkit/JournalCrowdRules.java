package dev.harbor.testkit;

import static dev.harbor.testkit.JournalUnderTest.STREAM;
import static dev.harbor.testkit.JournalUnderTest.entry;
import static dev.harbor.testkit.JournalUnderTest.head;
import static dev.harbor.testkit.JournalUnderTest.records;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What holds when many write at once. */
abstract class JournalCrowdRules {

    private static final int STREAMS = 64;
    private static final int APPENDS = 20;
    private static final int RACES = 100;

    abstract JournalUnderTest subject();

    private Journal journal() {
        return subject().journal();
    }

    @Test
    @DisplayName("Given 64 writers with a stream each, every stream has exactly its records")
    void append_toManyStreams_keepsEach() {
        Together.run(STREAMS, number -> {
            Claim claim = subject().claim("run-" + number);
            for (int i = 0; i < APPENDS; i++) {
                subject().append(claim, i, 1);
            }
            return number;
        });

        for (int i = 0; i < STREAMS; i++) {
            assertThat(subject().read("run-" + i)).isEqualTo(records(1, APPENDS));
        }
        assertThat(journal().find(HeadQuery.everyTenant())).hasSize(STREAMS);
    }

    @Test
    @DisplayName(
            "Given two writers with one claim that race for each sequence, exactly one wins each and the other is refused")
    void append_racing_isWonByOne() {
        Claim claim = subject().claim();
        List<List<Long>> won = Together.run(2, writer -> race(claim, writer));

        List<JournalRecord> records = subject().read(STREAM);
        assertThat(Stream.concat(won.get(0).stream(), won.get(1).stream()).sorted())
                .as("who won what")
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, RACES).boxed().toList());
        assertThat(records).hasSize(RACES);
        for (int writer = 0; writer < 2; writer++) {
            String mark = "{\"writer\":" + writer + "}";
            assertThat(records.stream()
                            .filter(record -> record.entry().data().toString().equals(mark))
                            .map(JournalRecord::sequence))
                    .containsExactlyElementsOf(won.get(writer));
        }
    }

    /** Tries every sequence once and returns those that it won. */
    private List<Long> race(Claim claim, int writer) {
        List<Long> won = new ArrayList<>();
        for (long sequence = 1; sequence <= RACES; sequence++) {
            if (wins(claim, sequence, writer)) {
                won.add(sequence);
            }
        }
        return won;
    }

    private boolean wins(Claim claim, long sequence, int writer) {
        try {
            return journal().append(claim, sequence - 1, List.of(entry("{\"writer\":" + writer + "}")), head(STREAM))
                    == sequence;
        } catch (StoreException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STALE_WRITE);
            return false;
        }
    }

    @Test
    @DisplayName(
            "Given owners who take a stream from one another while they write, no record is lost, doubled or out of order")
    void seize_whileWriting_losesNothing() {
        List<List<Long>> written = Together.run(8, number -> writeUnderSeizure("owner-" + number));

        List<JournalRecord> records = subject().read(STREAM);
        assertThat(records.stream().map(record -> record.entry().data().toString()))
                .doesNotHaveDuplicates();
        assertThat(records)
                .extracting(JournalRecord::sequence)
                .containsExactlyElementsOf(
                        written.stream().flatMap(List::stream).sorted().toList());
    }

    /** Seizes the stream again and again, appends once each time, and returns the sequences that it was promised. */
    private List<Long> writeUnderSeizure(String owner) {
        List<Long> written = new ArrayList<>();
        for (int i = 0; i < APPENDS; i++) {
            Claim claim = journal().seize(STREAM, owner, JournalUnderTest.LEASE);
            long last = journal().info(STREAM).map(info -> info.sequence()).orElse(0L);
            try {
                String mark = "{\"" + owner + "\":" + i + "}";
                written.add(journal().append(claim, last, List.of(entry(mark)), head(STREAM)));
            } catch (StoreException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.STALE_WRITE);
            }
        }
        return written;
    }

    @Test
    @DisplayName("Given streams that are made and deleted by many at once, the last word holds")
    void delete_whileWriting_leavesWholeStreams() {
        Together.run(8, number -> {
            for (int i = 0; i < APPENDS; i++) {
                if (number % 2 == 0) {
                    appendOnce("owner-" + number);
                } else {
                    journal().delete(STREAM);
                }
            }
            return number;
        });

        List<JournalRecord> left = subject().read(STREAM);
        assertThat(left)
                .extracting(JournalRecord::sequence)
                .isEqualTo(records(1, left.size()).stream()
                        .map(JournalRecord::sequence)
                        .toList());
        assertThat(journal().info(STREAM).map(info -> info.sequence()).orElse(0L))
                .isEqualTo(left.size());
    }

    private void appendOnce(String owner) {
        Claim claim = journal().seize(STREAM, owner, JournalUnderTest.LEASE);
        try {
            long last = journal().info(STREAM).map(info -> info.sequence()).orElse(0L);
            subject().append(claim, last, 1);
        } catch (StoreException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STALE_WRITE);
        }
    }
}
