package dev.harbor.testkit;

import static dev.harbor.testkit.JournalUnderTest.LEASE;
import static dev.harbor.testkit.JournalUnderTest.STREAM;
import static dev.harbor.testkit.JournalUnderTest.assertStale;
import static dev.harbor.testkit.JournalUnderTest.entries;
import static dev.harbor.testkit.JournalUnderTest.head;
import static dev.harbor.testkit.JournalUnderTest.records;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is there when a journal is opened again. */
abstract class JournalCrashRules {

    abstract JournalUnderTest subject();

    private Journal journal() {
        return subject().journal();
    }

    @Test
    @DisplayName("Given a crash after each append, everything appended before it is there: records, head, claim")
    void reopen_afterEachAppend_findsAll() {
        Claim claim = subject().claim();
        for (int i = 0; i < 5; i++) {
            StreamHead head = head(STREAM)
                    .state("state-" + i)
                    .wakeAt(Instant.ofEpochSecond(i, 1))
                    .keys(Map.of("step", "" + i));
            journal().append(claim, i * 2L, entries(i * 2L + 1, 2), head);
            subject().reopen();

            assertThat(subject().read(STREAM)).isEqualTo(records(1, (i + 1) * 2));
            assertThat(journal().info(STREAM)).contains(new StreamInfo(head, (i + 1) * 2L, claim));
            assertThat(journal().find(HeadQuery.everyTenant().key("step", "" + i)))
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName("Given a crash after a refused append, nothing of it is there")
    void reopen_afterRefusedAppend_findsNothingOfIt() {
        Claim claim = subject().claim();
        subject().append(claim, 0, 2);
        assertStale(() -> journal().append(claim, 0, entries(9, 3), head(STREAM).state("changed")));
        subject().reopen();

        assertThat(subject().read(STREAM)).isEqualTo(records(1, 2));
        assertThat(journal().info(STREAM)).map(StreamInfo::head).contains(head(STREAM));
    }

    @Test
    @DisplayName(
            "Given a crash of the holder, others still wait for the lease, a seizure gets a higher epoch, and the dead one is fenced")
    void reopen_keepsClaimsAndEpochs() {
        Claim before = subject().claim();
        subject().append(before, 0, 1);
        subject().reopen();

        assertThat(journal().claim(STREAM, "another", LEASE)).isEmpty();
        assertThat(subject().append(before, 1, 1))
                .as("the epoch is still the latest")
                .isEqualTo(2);
        Claim after = journal().seize(STREAM, "another", LEASE);
        assertThat(after.epoch()).isGreaterThan(before.epoch());
        assertStale(() -> subject().append(before, 2, 1));
    }

    @Test
    @DisplayName("Given a crash after a release, the stream is free and the released claim stays useless")
    void reopen_afterRelease_isFree() {
        Claim before = subject().claim();
        subject().append(before, 0, 1);
        journal().release(before);
        subject().reopen();

        assertStale(() -> subject().append(before, 1, 1));
        assertThat(journal().claim(STREAM, "another", LEASE).orElseThrow().epoch())
                .isGreaterThan(before.epoch());
    }

    @Test
    @DisplayName("Given a crash after a deletion, the stream stays deleted and epochs go on rising")
    void reopen_afterDelete_staysDeleted() {
        Claim before = subject().claim();
        subject().append(before, 0, 3);
        journal().delete(STREAM);
        subject().reopen();

        assertThat(subject().read(STREAM)).isEmpty();
        assertThat(journal().info(STREAM)).isEmpty();
        Claim after = subject().claim();
        assertThat(after.epoch()).isGreaterThan(before.epoch());
        assertThat(subject().append(after, 0, 1)).isEqualTo(1);
        assertThat(journal().find(HeadQuery.everyTenant())).hasSize(1);
    }

    @Test
    @DisplayName("Given a crash among many streams, each is there with all its records")
    void reopen_ofManyStreams_findsAll() {
        List<Integer> sizes = List.of(1, 17, 0, 300, 5);
        for (int i = 0; i < sizes.size(); i++) {
            subject().fill(head("run-" + i), sizes.get(i));
        }
        subject().reopen();

        for (int i = 0; i < sizes.size(); i++) {
            assertThat(subject().read("run-" + i)).isEqualTo(records(1, sizes.get(i)));
        }
        assertThat(journal().find(HeadQuery.everyTenant())).hasSize(sizes.size());
    }
}
