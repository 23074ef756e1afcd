package dev.harbor.testkit;

import static dev.harbor.testkit.JournalUnderTest.LEASE;
import static dev.harbor.testkit.JournalUnderTest.STREAM;
import static dev.harbor.testkit.JournalUnderTest.assertRefused;
import static dev.harbor.testkit.JournalUnderTest.assertStale;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.StreamHead;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who may write. */
abstract class JournalClaimRules {

    private static final Duration HALF = LEASE.dividedBy(2);

    abstract JournalUnderTest subject();

    abstract void pass(Duration time);

    private Journal journal() {
        return subject().journal();
    }

    private Optional<Claim> claimBy(String owner) {
        return journal().claim(STREAM, owner, LEASE);
    }

    @Test
    @DisplayName("Given a stream that nobody holds, a claim says which stream, whose, and until when")
    void claim_ofFreeStream_isGiven() {
        Claim claim = claimBy("one").orElseThrow();

        assertThat(claim.stream()).isEqualTo(STREAM);
        assertThat(claim.owner()).isEqualTo("one");
        assertThat(claim.epoch()).isPositive();
        assertThat(journal().info(STREAM)).as("a claim alone makes no stream").isEmpty();
    }

    @Test
    @DisplayName("Given a stream that another owner holds, a claim is not given and the holder keeps writing")
    void claim_ofHeldStream_isRefused() {
        Claim first = claimBy("one").orElseThrow();
        pass(HALF);

        assertThat(claimBy("two")).isEmpty();
        assertThat(subject().append(first, 0, 1)).isEqualTo(1);
    }

    @Test
    @DisplayName("Given a lease that has run out, another owner gets a higher epoch and the first can write no more")
    void claim_afterLease_isGivenAndFences() {
        Claim first = claimBy("one").orElseThrow();
        pass(LEASE);
        Claim second = claimBy("two").orElseThrow();

        assertThat(second.epoch()).isGreaterThan(first.epoch());
        assertStale(() -> subject().append(first, 0, 1));
        assertThat(subject().append(second, 0, 1)).isEqualTo(1);
    }

    @Test
    @DisplayName("Given a lease that has run out while nobody took over, the holder can still write")
    void append_afterLeaseUntaken_isDone() {
        Claim claim = claimBy("one").orElseThrow();
        pass(LEASE.multipliedBy(2));

        assertThat(subject().append(claim, 0, 2)).isEqualTo(2);
    }

    @Test
    @DisplayName("Given the same owner, a second claim is given with a higher epoch and fences the first")
    void claim_bySameOwner_isGivenAndFences() {
        Claim first = claimBy("one").orElseThrow();
        Claim second = claimBy("one").orElseThrow();

        assertThat(second.epoch()).isGreaterThan(first.epoch());
        assertStale(() -> subject().append(first, 0, 1));
    }

    @Test
    @DisplayName("Given claims of two streams, neither hinders the other")
    void claims_ofTwoStreams_areApart() {
        Claim one = subject().claim("run-1");
        Claim two = journal().claim("run-2", "another", LEASE).orElseThrow();

        assertThat(subject().append(one, 0, 1)).isEqualTo(1);
        assertThat(subject().append(two, 0, 1)).isEqualTo(1);
    }

    @Test
    @DisplayName("Given a released claim, others get the stream at once and the released one can write no more")
    void release_ofLatest_freesAndFences() {
        Claim first = claimBy("one").orElseThrow();
        journal().release(first);

        assertStale(() -> subject().append(first, 0, 1));
        assertStale(() -> journal().renew(first, LEASE));
        assertThat(claimBy("two").orElseThrow().epoch()).isGreaterThan(first.epoch());
    }

    @Test
    @DisplayName("Given a claim that others have taken over, releasing it does nothing")
    void release_ofStale_doesNothing() {
        Claim first = claimBy("one").orElseThrow();
        Claim second = journal().seize(STREAM, "two", LEASE);
        journal().release(first);

        assertThat(claimBy("three")).isEmpty();
        assertThat(subject().append(second, 0, 1)).isEqualTo(1);
    }

    @Test
    @DisplayName("Given a renewed claim, its epoch stays and others wait from then on")
    void renew_ofLatest_keepsEpochAndStream() {
        Claim first = claimBy("one").orElseThrow();
        pass(HALF);
        Claim renewed = journal().renew(first, LEASE);
        pass(HALF);

        assertThat(renewed.epoch()).isEqualTo(first.epoch());
        assertThat(renewed.until()).isAfter(first.until());
        assertThat(claimBy("two")).isEmpty();
        assertThat(subject().append(first, 0, 1))
                .as("a claim from before the renewal")
                .isEqualTo(1);
        pass(HALF);
        assertThat(claimBy("two")).isPresent();
    }

    @Test
    @DisplayName("Given a lease that has run out while nobody took over, the claim can be renewed")
    void renew_afterLeaseUntaken_isDone() {
        Claim first = claimBy("one").orElseThrow();
        pass(LEASE.multipliedBy(2));
        journal().renew(first, LEASE);

        assertThat(claimBy("two")).isEmpty();
    }

    @Test
    @DisplayName("Given a claim that others have taken over, renewing it is refused and they keep the stream")
    void renew_ofStale_isRefused() {
        Claim first = claimBy("one").orElseThrow();
        pass(LEASE);
        Claim second = claimBy("two").orElseThrow();

        assertStale(() -> journal().renew(first, LEASE));
        assertThat(subject().append(second, 0, 1)).isEqualTo(1);
        assertThat(claimBy("one")).isEmpty();
    }

    @Test
    @DisplayName("Given a stream that another owner holds, seizing it succeeds and fences the holder")
    void seize_ofHeldStream_fences() {
        Claim first = claimBy("one").orElseThrow();
        subject().append(first, 0, 1);
        Claim second = journal().seize(STREAM, "two", LEASE);

        assertThat(second.epoch()).isGreaterThan(first.epoch());
        assertThat(second.owner()).isEqualTo("two");
        assertStale(() -> subject().append(first, 1, 1));
        assertStale(() -> journal().renew(first, LEASE));
        assertThat(claimBy("one")).isEmpty();
        assertThat(subject().append(second, 1, 1)).isEqualTo(2);
    }

    @Test
    @DisplayName("Given a stream that nobody holds, seizing it is a claim")
    void seize_ofFreeStream_isGiven() {
        Claim claim = journal().seize(STREAM, "one", LEASE);

        assertThat(claimBy("two")).isEmpty();
        assertThat(subject().append(claim, 0, 1)).isEqualTo(1);
    }

    @Test
    @DisplayName("Given a claim with an epoch that was never given, it can neither write nor renew")
    void claim_forged_isRefused() {
        Claim real = claimBy("one").orElseThrow();
        Claim forged = new Claim(STREAM, "one", real.epoch() + 1, real.until());

        assertStale(() -> subject().append(forged, 0, 1));
        assertStale(() -> journal().renew(forged, LEASE));
        assertStale(() -> subject().append(new Claim("run-2", "one", 1, real.until()), 0, 1));
        assertThat(subject().append(real, 0, 1)).isEqualTo(1);
    }

    @Test
    @DisplayName("Given 100 owners who claim one stream at once, exactly one gets it")
    void claim_byManyAtOnce_isGivenToOne() {
        List<Optional<Claim>> claims = Together.run(100, i -> claimBy("owner-" + i));

        List<Claim> given = claims.stream().flatMap(Optional::stream).toList();
        assertThat(given).hasSize(1);
        assertThat(subject().append(given.get(0), 0, 1)).isEqualTo(1);
    }

    @Test
    @DisplayName("Given 64 owners who seize one stream at once, all epochs differ and only the highest can write")
    void seize_byManyAtOnce_leavesOne() {
        List<Claim> claims = Together.run(64, i -> journal().seize(STREAM, "owner-" + i, LEASE));
        Claim highest = claims.stream()
                .max((a, b) -> Long.compare(a.epoch(), b.epoch()))
                .orElseThrow();

        assertThat(claims).extracting(Claim::epoch).doesNotHaveDuplicates();
        for (Claim claim : claims) {
            if (claim.epoch() != highest.epoch()) {
                assertStale(() -> subject().append(claim, 0, 1));
            }
        }
        assertThat(subject().append(highest, 0, 1)).isEqualTo(1);
    }

    @Test
    @DisplayName("Given a lease that is not more than zero or longer than allowed, it is refused")
    void lease_outOfBounds_isRefused() {
        Claim claim = claimBy("one").orElseThrow();
        for (Duration lease : List.of(Duration.ZERO, Duration.ofSeconds(-1), Journal.MAX_LEASE.plusNanos(1))) {
            assertRefused(() -> journal().claim("run-2", "one", lease));
            assertRefused(() -> journal().seize(STREAM, "one", lease));
            assertRefused(() -> journal().renew(claim, lease));
        }
        assertThat(journal().claim("run-2", "two", Journal.MAX_LEASE)).isPresent();
        assertThat(subject().append(claim, 0, 1)).as("the claim holds on").isEqualTo(1);
    }

    @Test
    @DisplayName("Given a name or owner out of bounds, it is refused; at the bounds it is taken")
    void names_outOfBounds_areRefused() {
        String longest = "n".repeat(StreamHead.MAX_STREAM_LENGTH);
        String longestOwner = "o".repeat(Claim.MAX_OWNER_LENGTH);
        for (String name : List.of("", longest + "n", "nul\0", "half \ud800 pair")) {
            assertRefused(() -> journal().claim(name, "one", LEASE));
            assertRefused(() -> journal().seize(name, "one", LEASE));
            assertRefused(() -> journal().claim(STREAM, name, LEASE));
            assertRefused(() -> journal().seize(STREAM, name, LEASE));
        }
        assertRefused(() -> journal().claim(STREAM, longestOwner + "o", LEASE));
        assertThat(subject()
                        .append(journal().claim(longest, longestOwner, LEASE).orElseThrow(), 0, 1))
                .isEqualTo(1);
        assertThat(subject().read(longest)).hasSize(1);
    }
}
