package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ErrorCode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RunTransitionTest {

    @Test
    void ways_areThese() {
        assertThat(Arrays.stream(RunTransition.values())
                        .map(each -> each.wireName() + ": " + each.from().wireName() + " to "
                                + each.to().wireName()))
                .containsExactly(
                        "started: queued to running",
                        "completed: running to succeeded",
                        "failed: running to failed",
                        "cancelled: running to cancelled",
                        "waits: running to waiting",
                        "resumed: waiting to running",
                        "resolved: waiting to running",
                        "still_waits: waiting to waiting",
                        "cancelled_while_waiting: waiting to cancelled",
                        "taken_over: running to running");
    }

    @Test
    void states_areAllReachableFromTheFirst() {
        Set<RunState> reached = EnumSet.of(RunState.QUEUED);
        while (reached.addAll(reached.stream()
                .flatMap(state -> RunTransition.leaving(state).stream())
                .map(RunTransition::to)
                .collect(Collectors.toSet()))) {
            assertThat(reached).isNotEmpty();
        }

        assertThat(reached).containsExactlyInAnyOrder(RunState.values());
    }

    @ParameterizedTest
    @EnumSource
    void state_hasNoWayOut_ifAndOnlyIfItIsTerminal(RunState state) {
        assertThat(RunTransition.leaving(state).isEmpty()).isEqualTo(state.isTerminal());
    }

    @ParameterizedTest
    @EnumSource
    void way_leadsOn_fromItsOwnStateOnly(RunTransition way) {
        for (RunState state : RunState.values()) {
            assertThat(way.isAllowedFrom(state)).isEqualTo(state == way.from());
            if (state == way.from()) {
                assertThat(way.next(state)).isEqualTo(way.to());
            } else {
                assertThatExceptionOfType(RunException.class)
                        .isThrownBy(() -> way.next(state))
                        .withMessageContaining(state.wireName())
                        .withMessageContaining("'" + way.wireName() + "'")
                        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ILLEGAL_RUN_STATE));
            }
        }
    }

    @Test
    void refusal_namesTheWaysThatThereAre() {
        assertThatExceptionOfType(RunException.class)
                .isThrownBy(() -> RunTransition.RESUMED.next(RunState.QUEUED))
                .withMessageContaining("[started]");
    }

    @Test
    void between_namesEveryWay() {
        assertThat(RunTransition.between(RunState.WAITING, RunState.RUNNING))
                .containsExactly(RunTransition.RESUMED, RunTransition.RESOLVED);
        assertThat(RunTransition.between(RunState.SUCCEEDED, RunState.RUNNING)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void way_hasAMeaning_ofOneLine(RunTransition way) {
        assertThat(way.meaning()).hasSizeGreaterThan(10).doesNotContain("\n", "|");
    }
}
