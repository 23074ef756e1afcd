package dev.harbor.testkit;

import static dev.harbor.testkit.JournalUnderTest.ADA;
import static dev.harbor.testkit.JournalUnderTest.LEASE;
import static dev.harbor.testkit.JournalUnderTest.head;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a query selects. */
abstract class JournalFindRules {

    private static final Identity ADA_LATER = Identity.of("acme", "ada", "session-2");
    private static final Identity BOB = Identity.of("acme", "bob", "session-1");
    private static final Identity ADA_ELSEWHERE = Identity.of("globex", "ada", "session-1");
    private static final Instant NOON = Instant.parse("2031-01-01T12:00:00.000000001Z");

    abstract JournalUnderTest subject();

    private List<String> find(HeadQuery query) {
        return subject().journal().find(query).stream()
                .map(info -> info.head().stream())
                .toList();
    }

    private void make(StreamHead... heads) {
        for (StreamHead head : heads) {
            subject().fill(head, 1);
        }
    }

    private void makeForEachIdentity() {
        make(
                StreamHead.of("a", ADA, "running"),
                StreamHead.of("b", ADA_LATER, "running"),
                StreamHead.of("c", BOB, "running"),
                StreamHead.of("d", ADA_ELSEWHERE, "running"));
    }

    @Test
    @DisplayName("Given a session, a user or a tenant, their streams are found and nobody else's")
    void find_byOwner_isIsolated() {
        makeForEachIdentity();

        assertThat(find(HeadQuery.session(ADA))).containsExactly("a");
        assertThat(find(HeadQuery.session(ADA_ELSEWHERE))).containsExactly("d");
        assertThat(find(HeadQuery.user("acme", "ada"))).containsExactly("a", "b");
        assertThat(find(HeadQuery.user("globex", "ada"))).containsExactly("d");
        assertThat(find(HeadQuery.tenant("acme"))).containsExactly("a", "b", "c");
        assertThat(find(HeadQuery.everyTenant())).containsExactly("a", "b", "c", "d");
        assertThat(find(HeadQuery.tenant("acm"))).isEmpty();
        assertThat(find(HeadQuery.tenant("ACME"))).isEmpty();
        assertThat(find(HeadQuery.tenant("acme%"))).isEmpty();
        assertThat(find(HeadQuery.user("globex", "bob"))).isEmpty();
    }

    @Test
    @DisplayName("Given every other criterion as well, the tenant still bounds what is found")
    void find_byKeyAndState_staysInTenant() {
        Map<String, String> same = Map.of("token", "t");
        make(
                StreamHead.of("a", ADA, "waiting").keys(same).wakeAt(NOON),
                StreamHead.of("d", ADA_ELSEWHERE, "waiting").keys(same).wakeAt(NOON));

        assertThat(find(HeadQuery.tenant("globex")
                        .key("token", "t")
                        .states("waiting")
                        .dueBy(NOON)
                        .unclaimedBy(NOON)))
                .containsExactly("d");
    }

    @Test
    @DisplayName("Given states, streams in any of them are found")
    void find_byState_matchesAny() {
        make(head("a").state("running"), head("b").state("waiting"), head("c").state("failed"));

        assertThat(find(HeadQuery.everyTenant().states("waiting"))).containsExactly("b");
        assertThat(find(HeadQuery.everyTenant().states("failed", "running"))).containsExactly("a", "c");
        assertThat(find(HeadQuery.everyTenant().states("succeeded"))).isEmpty();
    }

    @Test
    @DisplayName("Given a moment, streams whose wake-up time has come by then are found, to the nanosecond")
    void find_byDue_includesTheMoment() {
        make(
                head("a").wakeAt(NOON.minusNanos(1)),
                head("b").wakeAt(NOON),
                head("c").wakeAt(NOON.plusNanos(1)));
        make(head("never"));

        assertThat(find(HeadQuery.everyTenant().dueBy(NOON))).containsExactly("a", "b");
        assertThat(find(HeadQuery.everyTenant().dueBy(NOON.minusSeconds(1)))).isEmpty();
    }

    @Test
    @DisplayName("Given keys, streams that have all of them with these values are found")
    void find_byKeys_matchesAll() {
        make(
                head("a").keys(Map.of("token", "t1", "kind", "x")),
                head("b").keys(Map.of("token", "t2", "kind", "x")),
                head("c").keys(Map.of("other", "t1")),
                head("d").keys(Map.of("token", "T1")));

        assertThat(find(HeadQuery.everyTenant().key("token", "t1"))).containsExactly("a");
        assertThat(find(HeadQuery.everyTenant().key("kind", "x"))).containsExactly("a", "b");
        assertThat(find(HeadQuery.everyTenant().key("kind", "x").key("token", "t2")))
                .containsExactly("b");
        assertThat(find(HeadQuery.everyTenant().key("kind", "x").key("token", "t3")))
                .isEmpty();
        assertThat(find(HeadQuery.everyTenant().key("t1", "token"))).isEmpty();
    }

    @Test
    @DisplayName(
            "Given a moment, streams that nobody holds then are found: released ones and those whose lease is over")
    void find_unclaimed_findsOrphans() {
        make(head("released"));
        Claim held = subject().claim("held");
        subject().append(held, 0, 1);

        assertThat(find(HeadQuery.everyTenant().unclaimedBy(held.until().minusNanos(1))))
                .containsExactly("released");
        assertThat(find(HeadQuery.everyTenant().unclaimedBy(held.until()))).containsExactly("held", "released");
        subject().journal().renew(held, LEASE.multipliedBy(3));
        assertThat(find(HeadQuery.everyTenant().unclaimedBy(held.until()))).containsExactly("released");
    }

    @Test
    @DisplayName("Given a replaced head, it is found by what it says now and not by what it said before")
    void find_afterReplacement_isCurrent() {
        Claim claim = subject().claim("a");
        subject()
                .journal()
                .append(
                        claim,
                        0,
                        List.of(),
                        head("a").state("waiting").wakeAt(NOON).keys(Map.of("token", "t1")));
        subject().journal().append(claim, 0, List.of(), head("a").keys(Map.of("token", "t2")));

        assertThat(find(HeadQuery.everyTenant().key("token", "t1"))).isEmpty();
        assertThat(find(HeadQuery.everyTenant().states("waiting"))).isEmpty();
        assertThat(find(HeadQuery.everyTenant().dueBy(NOON))).isEmpty();
        assertThat(find(HeadQuery.everyTenant().key("token", "t2").states("running")))
                .containsExactly("a");
    }

    @Test
    @DisplayName("Given what is found, it says the same as asking for each stream")
    void find_result_equalsInfo() {
        make(head("a").keys(Map.of("k", "v")));
        Claim held = subject().claim("b");
        subject().append(held, 0, 2);

        List<StreamInfo> found = subject().journal().find(HeadQuery.everyTenant());
        assertThat(found)
                .hasSize(2)
                .allSatisfy(info -> assertThat(subject().journal().info(info.head().stream()))
                        .contains(info));
    }

    @Test
    @DisplayName("Given a stream that was claimed only, it is not found")
    void find_ofClaimedOnly_isEmpty() {
        subject().claim("claimed only");

        assertThat(find(HeadQuery.everyTenant())).isEmpty();
        assertThat(subject().journal().info("claimed only")).isEmpty();
    }

    @Test
    @DisplayName("Given many streams, they come in the order of their names by code point, page by page")
    void find_page_continuesAfterName() {
        List<String> names =
                List.of("", "A", "B", "a", "a b", "a-1", "a-10", "a-2", "b", "é", "\uFFFD", "\uD83D\uDE80");
        List<String> shuffled = new ArrayList<>(names.subList(1, names.size()));
        Collections.reverse(shuffled);
        shuffled.forEach(name -> make(head(name)));

        assertThat(find(HeadQuery.everyTenant())).containsExactlyElementsOf(names.subList(1, names.size()));
        for (int i = 0; i < names.size(); i++) {
            List<String> rest = names.subList(i + 1, names.size());
            assertThat(find(HeadQuery.everyTenant().after(names.get(i)))).containsExactlyElementsOf(rest);
            assertThat(find(HeadQuery.everyTenant().after(names.get(i)).limit(2)))
                    .containsExactlyElementsOf(rest.subList(0, Math.min(2, rest.size())));
        }
        assertThat(find(HeadQuery.everyTenant().after("a-"))).startsWith("a-1");
    }

    @Test
    @DisplayName("Given a limit, it counts what matches and not what was looked at")
    void find_limit_countsMatches() {
        for (int i = 0; i < 20; i++) {
            make(head("s" + (char) ('a' + i)).state(i % 2 == 0 ? "running" : "waiting"));
        }

        assertThat(find(HeadQuery.everyTenant().states("waiting").limit(3))).containsExactly("sb", "sd", "sf");
    }
}
