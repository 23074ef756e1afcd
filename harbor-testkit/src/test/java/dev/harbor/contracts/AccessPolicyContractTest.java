package dev.harbor.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.AllowAllPolicy;
import dev.harbor.access.Verdict;
import dev.harbor.testkit.AccessPolicyContract;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of policies sees each fault by the tests that are about it. */
final class AccessPolicyContractTest {

    private static final AtomicInteger COUNTER = new AtomicInteger();

    /** A fault, and the tests that see it. */
    enum Fault {
        NO_ANSWER(
                () -> request -> request.arguments().isPresent() ? nothing() : Verdict.allow(),
                "evaluate_ofAnything_answers",
                "evaluate_byManyAtOnce_doesNotBleed"),
        THROWS(
                () -> request -> refuse(request.arguments().orElseThrow().toString()),
                "evaluate_ofAnything_answers",
                "evaluate_byManyAtOnce_doesNotBleed",
                "evaluate_again_answersTheSame",
                "dispatch_ofHidden_isNotAllowed",
                "evaluate_onInterruptedThread_answers",
                "ref_ofSameSettings_isTheSame"),
        CHANGES_ITS_MIND(
                () -> {
                    AtomicInteger questions = new AtomicInteger();
                    return request ->
                            Objects.requireNonNull(request).arguments().isPresent()
                                            || questions.incrementAndGet() % 7 > 0
                                    ? Verdict.allow()
                                    : Verdict.deny("every_seventh", "no");
                },
                "evaluate_again_answersTheSame",
                "evaluate_byManyAtOnce_doesNotBleed",
                "dispatch_ofHidden_isNotAllowed"),
        CALLS_WHAT_IT_HIDES(
                () -> request -> request.stage() == AccessRequest.Stage.ADVERTISE
                        ? Verdict.deny("hidden", "no")
                        : Verdict.allow(),
                "dispatch_ofHidden_isNotAllowed"),
        REMEMBERS_THE_LAST_TENANT(
                RememberingPolicy::new,
                "evaluate_byManyAtOnce_doesNotBleed",
                "evaluate_again_answersTheSame",
                "evaluate_onInterruptedThread_answers"),
        NAMES_ITSELF_ANEW(NamelessPolicy::new, "ref_ofSameSettings_isTheSame"),
        TAKES_NULL(() -> request -> Verdict.allow(), "evaluate_ofNull_isRefused"),
        SWALLOWS_INTERRUPT(
                () -> request -> {
                    Objects.requireNonNull(request);
                    Thread.interrupted();
                    return Verdict.allow();
                },
                "evaluate_onInterruptedThread_answers");

        private final Supplier<AccessPolicy> making;
        private final Set<String> seenBy;

        Fault(Supplier<AccessPolicy> making, String... seenBy) {
            this.making = making;
            this.seenBy = Set.of(seenBy);
        }

        private static Verdict refuse(String arguments) {
            return Verdict.deny("never", arguments);
        }

        @SuppressWarnings("NullAway") // the fault
        private static Verdict nothing() {
            return null;
        }
    }

    /** Answers by what it was asked before. */
    private static final class RememberingPolicy implements AccessPolicy {

        private String last = "";

        @Override
        public Verdict evaluate(AccessRequest request) {
            String tenant = request.identity().tenant();
            boolean same = tenant.equals(last);
            last = tenant;
            return same ? Verdict.allow() : Verdict.ask("a new tenant");
        }
    }

    /** Has another name each time. */
    private static final class NamelessPolicy implements AccessPolicy {

        @Override
        public Verdict evaluate(AccessRequest request) {
            Objects.requireNonNull(request);
            return Verdict.allow();
        }

        @Override
        public String ref() {
            return "policy-" + COUNTER.incrementAndGet();
        }
    }

    private static Supplier<AccessPolicy> making = AllowAllPolicy::instance;

    /** The suite over whatever policy is set. */
    static final class Suite extends AccessPolicyContract {

        @Override
        protected AccessPolicy create() {
            return making.get();
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void fault_ofPolicy_isSeen(Fault fault) {
        assertThat(failuresOf(fault.making)).as(fault.name()).isEqualTo(fault.seenBy);
    }

    @Test
    void policy_thatKeepsTheContract_passes() {
        assertThat(failuresOf(AllowAllPolicy::instance)).isEmpty();
    }

    private static Set<String> failuresOf(Supplier<AccessPolicy> policy) {
        making = policy;
        return Suites.failures(Suite.class);
    }
}
