package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

final class InvocationTest {

    private static final Instant END = Instant.EPOCH.plusSeconds(1);
    private static final Json OUTPUT = Json.parse("{\"id\":7}");
    private static final CallResolution FOUND =
            CallResolution.succeeded("ann").output(OUTPUT).note("looked it up");

    private final Invocation pending = invocation(InvocationState.PENDING);

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"PENDING", "PAUSED"})
    void settled_ofAPendingOrPausedCall_isWhatCameOfIt(InvocationState state) {
        for (Invocation open : new Invocation[] {pending, invocation(InvocationState.PAUSED)}) {
            Invocation settled = open.settled(state, "code", OUTPUT, 900, 3, END);

            assertThat(settled).isEqualTo(expected(state, "code", OUTPUT, 900, 3, END, null));
        }
    }

    @Test
    void settled_asPaused_hasNotEnded() {
        assertThat(pending.settled(InvocationState.PAUSED, null, null, 0, 0, END)
                        .completedAt())
                .isNull();
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"PENDING", "PAUSED"})
    void settled_again_isRefused(InvocationState state) {
        illegal(() -> invocation(state).settled(InvocationState.SUCCEEDED, null, null, 0, 1, END));
    }

    @Test
    void settled_asPending_isRefused() {
        illegal(() -> pending.settled(InvocationState.PENDING, null, null, 0, 1, END));
    }

    @ParameterizedTest
    @EnumSource(names = {"PENDING", "UNKNOWN"})
    void resolved_isWhatTheOperatorFound_andKeepsTheAttempts(InvocationState state) {
        CallResolution failed = CallResolution.failed("ben").code("not_there");
        Invocation open = expected(state, "unknown_write_outcome", null, 0, 2, null, null);

        assertThat(open.resolved(FOUND, END))
                .isEqualTo(expected(InvocationState.SUCCEEDED, "operator_resolved", OUTPUT, 8, 2, END, FOUND));
        assertThat(open.resolved(failed, END))
                .isEqualTo(expected(InvocationState.FAILED, "not_there", Json.NULL, 4, 2, END, failed));
    }

    @Test
    void resolved_twice_isRefused() {
        Invocation once = invocation(InvocationState.UNKNOWN).resolved(FOUND, END);

        illegal(() -> once.resolved(CallResolution.failed("ben"), END));
        illegal(() -> once.settled(InvocationState.FAILED, null, null, 0, 1, END));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"PENDING", "UNKNOWN"})
    void resolved_whereNothingIsUnknown_isRefused(InvocationState state) {
        illegal(() -> invocation(state).resolved(FOUND, END));
    }

    @ParameterizedTest
    @CsvSource({
        "' ', run-1, 1, 0, 0, callId",
        "call-1, '', 1, 0, 0, runId",
        "call-1, run-1, 0, 0, 0, sequence",
        "call-1, run-1, 1, -1, 0, outputBytes",
        "call-1, run-1, 1, 0, -1, attempts"
    })
    void component_outOfBounds_isRefusedByName(
            String call, String run, long sequence, long bytes, int attempts, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Invocation(
                        call,
                        run,
                        sequence,
                        null,
                        "tool@v1",
                        SideEffect.WRITE,
                        "a",
                        "d",
                        "k",
                        InvocationState.PENDING,
                        null,
                        null,
                        bytes,
                        attempts,
                        Instant.EPOCH,
                        null,
                        null))
                .withMessageContaining(named);
    }

    @Test
    void states_thatAreTerminal_areThose_andHaveLowerCaseNames() {
        assertThat(InvocationState.values())
                .filteredOn(state -> !state.isTerminal())
                .containsExactly(InvocationState.PENDING, InvocationState.UNKNOWN, InvocationState.PAUSED);
        assertThat(InvocationState.INTERRUPTED.wireName()).isEqualTo("interrupted");
    }

    private static Invocation invocation(InvocationState state) {
        return expected(state, null, null, 0, 0, null, null);
    }

    private static Invocation expected(
            InvocationState state,
            String code,
            Json output,
            long bytes,
            int attempts,
            Instant completedAt,
            CallResolution resolution) {
        return new Invocation(
                "call-1",
                "run-1",
                1,
                "provider-1",
                "files.write@v1",
                SideEffect.WRITE,
                "arguments",
                "definition",
                "run-1/call-1",
                state,
                code,
                output,
                bytes,
                attempts,
                Instant.EPOCH,
                completedAt,
                resolution);
    }

    private static void illegal(Runnable attempt) {
        assertThatExceptionOfType(RunException.class)
                .isThrownBy(attempt::run)
                .withMessageContaining("'call-1'")
                .withMessageContaining("'run-1'")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ILLEGAL_RUN_STATE));
    }
}
