package dev.harbor.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.testkit.JournalContract;
import java.time.Clock;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of journals sees each fault by the tests that are about it. */
final class JournalContractTest {

    /** A fault, and the tests that see it. */
    enum Fault {
        NO_FENCING(
                BrokenJournals::withoutFencing,
                "append_onStaleEpoch_changesNothing",
                "claim_afterLease_isGivenAndFences",
                "claim_bySameOwner_isGivenAndFences",
                "claim_forged_isRefused",
                "delete_ofHeldStream_fencesHolder",
                "reopen_keepsClaimsAndEpochs",
                "seize_byManyAtOnce_leavesOne",
                "seize_ofHeldStream_fences"),
        SEQUENCE_IGNORED(
                BrokenJournals::ignoringSequence,
                "append_beyondBounds_changesNothing",
                "append_onStaleSequence_changesNothing",
                "append_racing_isWonByOne",
                "reopen_afterRefusedAppend_findsNothingOfIt"),
        NOT_ATOMIC(
                BrokenJournals::appendingOneByOne,
                "append_beyondBounds_changesNothing",
                "read_besideWriter_seesWholeAppends"),
        HEAD_FIRST(
                BrokenJournals::headFirst,
                "append_beyondBounds_changesNothing",
                "append_onStaleSequence_changesNothing",
                "reopen_afterRefusedAppend_findsNothingOfIt"),
        DATA_REWRITTEN(BrokenJournals::reformatting, "data_ofAnyKind_comesBackExactly"),
        TENANTS_MIXED(
                BrokenJournals::withoutTenants,
                "erasure_byOwner_leavesNothingOfThem",
                "find_byKeyAndState_staysInTenant",
                "find_byOwner_isIsolated",
                "stream_madeAnew_mayBelongToAnother"),
        LIMIT_TOO_EARLY(BrokenJournals::limitingTooEarly, "find_limit_countsMatches"),
        LEASE_FOR_EVER(
                BrokenJournals::withStoppedClock,
                "claim_afterLease_isGivenAndFences",
                "renew_ofLatest_keepsEpochAndStream",
                "renew_ofStale_isRefused"),
        READ_FROM_START(
                BrokenJournals::readingFromStart,
                "append_atBounds_isKept",
                "read_fromBelowOne_isRefused",
                "read_fromEachSequence_beginsThere",
                "read_ofLongStream_isComplete",
                "read_ofNothing_isEmpty"),
        RELEASE_BY_ANYBODY(BrokenJournals::releasingForAnybody, "release_ofStale_doesNothing"),
        RENEWAL_BY_ANYBODY(
                BrokenJournals::renewingForAnybody,
                "claim_forged_isRefused",
                "renew_ofStale_isRefused",
                "seize_ofHeldStream_fences"),
        RECORDS_LEFT_BEHIND(
                BrokenJournals::deletingHeadsOnly,
                "delete_ofHeldStream_fencesHolder",
                "delete_ofStream_removesAllOfIt",
                "erasure_byOwner_leavesNothingOfThem",
                "reopen_afterDelete_staysDeleted"),
        NEVER_CLOSED(BrokenJournals::neverClosed, "close_ofJournal_refusesEverything"),
        INTERRUPT_SWALLOWED(BrokenJournals::swallowingInterrupts, "append_onInterruptedThread_isWholeOrNothing"),
        FAILURE_HIDDEN(
                BrokenJournals::hidingFailures,
                "append_onStaleEpoch_changesNothing",
                "append_onStaleSequence_changesNothing",
                "append_racing_isWonByOne",
                "claim_afterLease_isGivenAndFences",
                "claim_bySameOwner_isGivenAndFences",
                "claim_forged_isRefused",
                "close_ofJournal_refusesEverything",
                "delete_ofHeldStream_fencesHolder",
                "release_ofLatest_freesAndFences",
                "reopen_afterRefusedAppend_findsNothingOfIt",
                "reopen_afterRelease_isFree",
                "reopen_keepsClaimsAndEpochs",
                "seize_byManyAtOnce_leavesOne",
                "seize_ofHeldStream_fences");

        private final Function<Clock, Journal> making;
        private final Set<String> seenBy;

        Fault(Function<Clock, Journal> making, String... seenBy) {
            this.making = making;
            this.seenBy = Set.of(seenBy);
        }
    }

    /** A hidden failure is met here only when two threads are at it in the same moment. */
    private static final Set<String> SEEN_BY_CHANCE =
            Set.of("info_besideWriter_goesWithRecords", "seize_whileWriting_losesNothing");

    private static Function<Clock, Journal> making = InMemoryJournal::create;
    private static boolean forgetful;

    /** The suite over whatever journal is set. */
    static final class Suite extends JournalContract {

        @Override
        protected Journal create(Clock clock) {
            return making.apply(clock);
        }

        @Override
        protected Journal reopen(Journal journal, Clock clock) {
            return forgetful ? create(clock) : journal;
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void fault_ofJournal_isSeen(Fault fault) {
        Set<String> failures = failuresOf(fault.making);
        failures.removeAll(SEEN_BY_CHANCE);

        assertThat(failures).as(fault.name()).isEqualTo(fault.seenBy);
    }

    @Test
    void journal_thatForgetsOverACrash_isSeenByTheCrashTestsAlone() {
        forgetful = true;
        try {
            assertThat(failuresOf(InMemoryJournal::create)).isNotEmpty().allMatch(test -> test.startsWith("reopen_"));
        } finally {
            forgetful = false;
        }
    }

    @Test
    void journal_thatKeepsTheContract_passes() {
        assertThat(failuresOf(InMemoryJournal::create)).isEmpty();
    }

    private static Set<String> failuresOf(Function<Clock, Journal> journal) {
        making = journal;
        return Suites.failures(Suite.class);
    }
}
