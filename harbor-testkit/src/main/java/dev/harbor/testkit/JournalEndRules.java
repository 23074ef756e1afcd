package dev.harbor.testkit;

import static dev.harbor.testkit.JournalUnderTest.ADA;
import static dev.harbor.testkit.JournalUnderTest.LEASE;
import static dev.harbor.testkit.JournalUnderTest.STREAM;
import static dev.harbor.testkit.JournalUnderTest.assertCode;
import static dev.harbor.testkit.JournalUnderTest.assertStale;
import static dev.harbor.testkit.JournalUnderTest.head;
import static dev.harbor.testkit.JournalUnderTest.records;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What deleting and closing leave. */
abstract class JournalEndRules {

    abstract JournalUnderTest subject();

    private Journal journal() {
        return subject().journal();
    }

    @Test
    @DisplayName("Given a deleted stream, nothing of it can be read or found, and other streams stay")
    void delete_ofStream_removesAllOfIt() {
        subject().fill(head("run-1").keys(Map.of("token", "t")), 3);
        subject().fill(head("run-10"), 2);

        assertThat(journal().delete("run-1")).isTrue();
        assertThat(subject().read("run-1")).isEmpty();
        assertThat(journal().info("run-1")).isEmpty();
        assertThat(journal().find(HeadQuery.everyTenant().key("token", "t"))).isEmpty();
        assertThat(journal().find(HeadQuery.everyTenant())).hasSize(1);
        assertThat(subject().read("run-10")).isEqualTo(records(1, 2));
    }

    @Test
    @DisplayName("Given a stream that does not exist, deleting says so")
    void delete_ofNothing_returnsFalse() {
        subject().fill(head(STREAM), 1);
        journal().delete(STREAM);
        subject().claim("claimed only");

        assertThat(journal().delete(STREAM)).isFalse();
        assertThat(journal().delete("no such stream")).isFalse();
        assertThat(journal().delete("claimed only")).isFalse();
    }

    @Test
    @DisplayName(
            "Given a claim from before the deletion, it can neither write nor renew, even on a stream of the same name")
    void delete_ofHeldStream_fencesHolder() {
        Claim before = subject().claim();
        subject().append(before, 0, 3);
        journal().delete(STREAM);

        assertStale(() -> subject().append(before, 3, 1));
        assertStale(() -> subject().append(before, 0, 1));
        assertStale(() -> journal().renew(before, LEASE));
        Claim after = journal().claim(STREAM, "another", LEASE).orElseThrow();
        assertThat(after.epoch()).isGreaterThan(before.epoch());
        assertStale(() -> subject().append(before, 0, 1));
        assertThat(subject().append(after, 0, 1)).isEqualTo(1);
        assertThat(subject().read(STREAM)).isEqualTo(records(1, 1));
    }

    @Test
    @DisplayName(
            "Given a session, a user or a tenant to forget, finding and deleting leaves nothing of them, and others"
                    + " stay whole")
    void erasure_byOwner_leavesNothingOfThem() {
        List<Identity> owners = List.of(
                ADA,
                Identity.of(ADA.tenant(), ADA.user(), "session-2"),
                Identity.of(ADA.tenant(), "bob", ADA.session()),
                Identity.of("globex", ADA.user(), ADA.session()));
        for (int i = 0; i < owners.size(); i++) {
            for (int j = 0; j < 3; j++) {
                subject()
                        .fill(
                                StreamHead.of("run-" + i + "-" + j, owners.get(i), "ended")
                                        .keys(Map.of("k", "v")),
                                2);
            }
        }

        assertThat(erase(HeadQuery.session(ADA))).isEqualTo(3);
        assertThat(journal().find(HeadQuery.everyTenant())).hasSize(9);
        assertThat(erase(HeadQuery.user(ADA.tenant(), ADA.user()))).isEqualTo(3);
        assertThat(erase(HeadQuery.tenant(ADA.tenant()))).isEqualTo(3);
        assertThat(journal().find(HeadQuery.everyTenant().key("k", "v")))
                .hasSize(3)
                .allSatisfy(info -> assertThat(info.head().identity()).isEqualTo(owners.get(3)));
        assertThat(subject().read("run-0-0")).isEmpty();
        assertThat(subject().read("run-3-0")).isEqualTo(records(1, 2));
    }

    /** Deletes what a query selects, two streams at a time, and returns how many that were. */
    private int erase(HeadQuery query) {
        int erased = 0;
        List<StreamInfo> page = journal().find(query.limit(2));
        while (!page.isEmpty()) {
            for (StreamInfo each : page) {
                assertThat(journal().delete(each.head().stream())).isTrue();
                erased++;
            }
            page = journal().find(query.limit(2));
        }
        return erased;
    }

    @Test
    @DisplayName("Given a name whose stream was deleted, the new stream may belong to another identity")
    void stream_madeAnew_mayBelongToAnother() {
        subject().fill(head(STREAM), 1);
        journal().delete(STREAM);
        Identity other = Identity.of("globex", "eve", "session-9");
        subject().fill(StreamHead.of(STREAM, other, "running"), 1);

        assertThat(journal().find(HeadQuery.session(other))).hasSize(1);
        assertThat(journal().find(HeadQuery.session(ADA))).isEmpty();
    }

    @Test
    @DisplayName("Given a closed journal, everything but closing is refused")
    void close_ofJournal_refusesEverything() {
        Claim claim = subject().claim();
        subject().append(claim, 0, 1);
        journal().close();
        journal().close();

        List<ThrowingCallable> calls = List.of(
                () -> journal().claim("run-2", "one", LEASE),
                () -> journal().seize(STREAM, "one", LEASE),
                () -> journal().renew(claim, LEASE),
                () -> journal().release(claim),
                () -> subject().append(claim, 1, 1),
                () -> subject().read(STREAM),
                () -> journal().info(STREAM),
                () -> journal().find(HeadQuery.everyTenant()),
                () -> journal().delete(STREAM));
        calls.forEach(call -> assertCode(ErrorCode.CLOSED, call));
    }
}
