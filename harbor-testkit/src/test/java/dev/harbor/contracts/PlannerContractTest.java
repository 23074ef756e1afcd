package dev.harbor.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.testkit.PlannerContract;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of planners sees each fault by the tests that are about it. */
final class PlannerContractTest {

    private static final Decision READ = Decision.call("files.read", Json.EMPTY_OBJECT);
    private static final Decision END = Decision.finish(Json.EMPTY_OBJECT);

    /** A fault, and the tests that see it. */
    enum Fault {
        NEVER_ENDS(
                () -> context -> context.goal().isEmpty() ? END : READ, "next_ofGoodRun_ends", "next_ofBadRun_copes"),
        INSISTS(
                () -> context -> context.trajectory()
                                .lastObservation()
                                .filter(seen -> seen.isSuccess())
                                .isPresent()
                        ? END
                        : READ,
                "next_ofBadRun_copes"),
        CALLS_THE_UNKNOWN(
                () -> context ->
                        context.trajectory().size() == 0 ? Decision.call("something.else", Json.EMPTY_OBJECT) : END,
                "next_calls_whatIsShown"),
        COUNTS_BY_ITSELF(
                () -> {
                    AtomicInteger steps = new AtomicInteger();
                    return context -> {
                        int step = steps.getAndIncrement() % 7;
                        return context.goal().isEmpty() || step == 2 || step == 6 ? END : READ;
                    };
                },
                "next_again_decidesTheSame",
                "next_byNewPlanner_decidesTheSame",
                "next_ofTwoRuns_doesNotBleed",
                "next_ofManyRuns_doesNotBleed"),
        GIVES_UP(
                () -> context -> {
                    throw new IllegalStateException("no idea about " + context.goal());
                },
                "next_ofGoodRun_ends"),
        DECIDES_NOTHING(
                () -> context -> context.goal().isEmpty() ? END : nothing(),
                "next_ofGoodRun_ends",
                "next_calls_whatIsShown",
                "next_ofBadRun_copes",
                "next_again_decidesTheSame",
                "next_ofTwoRuns_doesNotBleed",
                "next_byNewPlanner_decidesTheSame",
                "next_ofManyRuns_doesNotBleed",
                "next_ofCancelled_returns",
                "next_withoutBudget_returns",
                "next_withoutTools_returns",
                "next_onInterruptedThread_keepsFlag"),
        DIES_WITHOUT_BUDGET(
                () -> context -> {
                    Long steps = context.budget().steps();
                    if (steps != null && steps == 0) {
                        throw new StackOverflowError();
                    }
                    return END;
                },
                "next_withoutBudget_returns"),
        DIES_WITHOUT_TOOLS(
                () -> context -> {
                    if (context.tools().isEmpty()) {
                        throw new StackOverflowError();
                    }
                    return END;
                },
                "next_withoutTools_returns"),
        SWALLOWS_INTERRUPT(
                () -> context -> {
                    Thread.interrupted();
                    return context.goal().isEmpty() ? READ : END;
                },
                "next_onInterruptedThread_keepsFlag"),
        TAKES_NULL(() -> context -> END, "next_ofNull_isRefused");

        private final Supplier<Planner> making;
        private final Set<String> seenBy;

        Fault(Supplier<Planner> making, String... seenBy) {
            this.making = making;
            this.seenBy = Set.of(seenBy);
        }

        @SuppressWarnings("NullAway") // the fault
        private static Decision nothing() {
            return null;
        }
    }

    private static Supplier<Planner> making = () -> context -> END;

    /** The suite over whatever planner is set. */
    static final class Suite extends PlannerContract {

        @Override
        protected Planner create() {
            return making.get();
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void fault_ofPlanner_isSeen(Fault fault) {
        assertThat(failuresOf(fault.making)).as(fault.name()).isEqualTo(fault.seenBy);
    }

    @Test
    void planner_thatKeepsTheContract_passes() {
        assertThat(failuresOf(() -> context -> context.trajectory().size() == 0 ? READ : END))
                .isEmpty();
    }

    private static Set<String> failuresOf(Supplier<Planner> planner) {
        making = planner;
        return Suites.failures(Suite.class);
    }
}
