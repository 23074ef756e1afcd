package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.RetryOn;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.InvalidArguments;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolUnavailable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/** Retries, and what a call comes to, under a clock that skips waits. */
final class AttemptShellTest {

    private static final ToolPolicy POLICY = Shells.onCaller().build();

    private final ManualTime time = ManualTime.skippingWaits();
    private final ShellServices services = Shells.on(time);
    private final RecordedCall call = RecordedCall.create();

    @AfterEach
    void close() {
        services.close();
    }

    @Test
    void read_failingTwice_succeedsAtTheThirdAttempt() {
        TestTool tool = TestTool.throwing(new IOException("1"), new IOException("2"));

        ShellResult<String> result = tool.run(SideEffect.READ, POLICY, services, call);

        assertThat(result)
                .isInstanceOfSatisfying(
                        ShellResult.Done.class,
                        done -> assertThat(done.attempts()).isEqualTo(3));
        assertThat(call.told()).containsExactly("attempted 1 TOOL_FAILED", "attempted 2 TOOL_FAILED", "attempted 3 ok");
        assertThat(time.waits()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
    }

    @Test
    void read_alwaysFailing_isExhaustedWithTheLastCause() {
        IOException last = new IOException("last");
        ShellResult<String> result = TestTool.alwaysThrowing(last).run(SideEffect.READ, attempts(3), services, call);

        assertThat(result).isInstanceOfSatisfying(ShellResult.Failed.class, failed -> {
            assertThat(failed.attempts()).isEqualTo(3);
            assertThat(failed.exhausted()).isTrue();
        });
        assertThat(Shells.errorOf(result).code()).isEqualTo(ErrorCode.RETRIES_EXHAUSTED);
        assertThat(Shells.errorOf(result).errorClass()).isEqualTo(ErrorClass.TRANSIENT);
        assertThat(Shells.errorOf(result).cause()).isSameAs(last);
    }

    @Test
    void permanent_failure_isRawAfterOneAttempt() {
        ShellResult<String> result =
                TestTool.throwing(ToolFailed.permanent("no")).run(SideEffect.READ, POLICY, services, call);

        assertThat(Shells.codeOf(result)).isEqualTo("TOOL_FAILED");
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(time.waits()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(SideEffect.class)
    void runtimeException_ofATool_isPermanentUnlessTheToolSaysOtherwise(SideEffect effect) {
        for (RuntimeException bug :
                List.of(new IllegalStateException(), new NullPointerException(), new UnsupportedOperationException())) {
            TestTool buggy = TestTool.throwing(bug);
            ShellResult<String> result = buggy.run(effect, POLICY, services, call);

            assertThat(Shells.errorOf(result).errorClass()).isEqualTo(ErrorClass.PERMANENT);
            assertThat(Shells.errorOf(result).cause()).isSameAs(bug);
            assertThat(Shells.codeOf(result)).isEqualTo("TOOL_FAILED");
            assertThat(buggy.invoked()).isEqualTo(1);
        }
        assertThat(time.waits()).isEmpty();
    }

    @Test
    void failure_thatTheToolCallsTemporary_isRetried() {
        TestTool optedIn = TestTool.throwing(ToolFailed.temporary("again"));

        assertThat(optedIn.run(SideEffect.READ, POLICY, services, call)).isInstanceOf(ShellResult.Done.class);
        assertThat(optedIn.invoked()).isEqualTo(2);
    }

    @Test
    void refusedArguments_byTheHandler_areNotRetried() {
        ShellResult<String> result = TestTool.throwing(new InvalidArguments("no such city", List.of()))
                .run(SideEffect.READ, POLICY, services, call);

        assertThat(Shells.codeOf(result)).isEqualTo("INVALID_ARGUMENTS");
        assertThat(time.waits()).isEmpty();
    }

    @Test
    void class_notInRetryOn_isRawAndNotExhausted() {
        ToolPolicy policy =
                Shells.onCaller().retryOn(RetryOn.of(ErrorClass.TIMEOUT)).build();

        ShellResult<String> result =
                TestTool.throwing(new IOException("x")).run(SideEffect.READ, policy, services, call);

        assertThat(result)
                .isInstanceOfSatisfying(
                        ShellResult.Failed.class,
                        failed -> assertThat(failed.exhausted()).isFalse());
        assertThat(Shells.codeOf(result)).isEqualTo("TOOL_FAILED");
    }

    static Stream<Arguments> unrepeated() {
        ToolPolicy.Builder none = Shells.onCaller().retryOn(RetryOn.never());
        return Stream.of(
                        none.build(),
                        none.maxAttempts(7).build(),
                        none.timeout(Duration.ofHours(1)).build(),
                        Shells.onCaller().noRetry().build(),
                        Shells.onCaller().maxAttempts(1).build())
                .flatMap(policy -> Stream.of(SideEffect.PURE, SideEffect.READ)
                        .flatMap(effect -> Stream.of(
                                        new IOException("x"),
                                        ToolFailed.temporary("again"),
                                        new ToolUnavailable("busy", null))
                                .map(failure -> Arguments.of(policy, effect, failure))));
    }

    @ParameterizedTest
    @MethodSource("unrepeated")
    void policy_withoutRetries_isOneAttempt_andTheRawFailure(ToolPolicy policy, SideEffect effect, Exception failure) {
        TestTool tool = TestTool.throwing(failure);
        ShellResult<String> result = tool.run(effect, policy, services, call);

        assertThat(result)
                .isInstanceOfSatisfying(
                        ShellResult.Failed.class,
                        failed -> assertThat(failed.exhausted()).isFalse());
        assertThat(Shells.errorOf(result).cause()).isSameAs(failure);
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(tool.invoked()).isEqualTo(1);
        assertThat(time.waits()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = SideEffect.class,
            names = {"PURE", "READ"},
            mode = Mode.EXCLUDE)
    void effect_withoutAKey_isNeverRepeatedAndInDoubtAfterAnIoFailure(SideEffect effect) {
        TestTool tool = TestTool.throwing(new IOException("connection reset"));

        ShellResult<String> result = tool.run(effect, POLICY, services, call);

        assertThat(result).isInstanceOf(ShellResult.Unknown.class);
        assertThat(Shells.errorOf(result).outcomeKnown()).isFalse();
        assertThat(tool.invoked()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = SideEffect.class,
            names = {"PURE", "READ"},
            mode = Mode.EXCLUDE)
    void effect_withAClearAnswer_isFailedNotUnknown(SideEffect effect) {
        assertThat(TestTool.throwing(ToolFailed.permanent("no")).run(effect, POLICY, services, call))
                .isInstanceOf(ShellResult.Failed.class);
        assertThat(TestTool.throwing(new ToolUnavailable("not sent", null)).run(effect, POLICY, services, call))
                .isInstanceOf(ShellResult.Failed.class);
    }

    @Test
    void idempotentWrite_inDoubt_isRetriedAndSettledBySuccess() {
        AttemptShell shell = AttemptShell.of(TestTool.idempotent(SideEffect.WRITE), POLICY, services);

        assertThat(TestTool.throwing(new IOException("x")).run(shell, call)).isInstanceOf(ShellResult.Done.class);
    }

    @Test
    void idempotentWrite_inDoubt_staysSoUntilAFinalWord() {
        AttemptShell shell = AttemptShell.of(TestTool.idempotent(SideEffect.WRITE), attempts(2), services);

        assertThat(TestTool.throwing(new IOException("x"), new ToolUnavailable("not sent", null))
                        .run(shell, call))
                .isInstanceOf(ShellResult.Unknown.class);
        assertThat(TestTool.throwing(new IOException("x"), ToolFailed.permanent("no"))
                        .run(shell, call))
                .isInstanceOf(ShellResult.Failed.class);
    }

    @ParameterizedTest
    @EnumSource(SideEffect.class)
    void fatalError_ofATool_isLoudAndNeverRetried(SideEffect effect) {
        for (Error fatal : List.of(new StackOverflowError(), new OutOfMemoryError(), new NoClassDefFoundError())) {
            TestTool tool = TestTool.throwing(fatal);

            ShellResult<String> result = tool.run(effect, POLICY, services, call);

            assertThat(Shells.codeOf(result)).isEqualTo("TOOL_FATAL");
            assertThat(Shells.errorOf(result).cause()).isSameAs(fatal);
            assertThat(tool.invoked()).isEqualTo(1);
        }
    }

    @Test
    void deadline_passedBefore_startsNothing() {
        TestTool tool = TestTool.throwing();

        ShellResult<String> result =
                tool.run(SideEffect.READ, POLICY, services, call.deadlineNanos(time.in(Duration.ZERO)));

        assertThat(Shells.codeOf(result)).isEqualTo("DEADLINE_EXCEEDED");
        assertThat(tool.invoked()).isZero();
    }

    @Test
    void backoff_longerThanTheRest_failsAtOnceWithTheLastError() {
        ToolPolicy policy =
                Shells.onCaller().backoff(Backoff.fixed(Duration.ofSeconds(2))).build();
        TestTool tool = TestTool.throwing(new IOException("x"));

        ShellResult<String> result =
                tool.run(SideEffect.READ, policy, services, call.deadlineNanos(time.in(Duration.ofSeconds(2))));

        assertThat(Shells.codeOf(result)).isEqualTo("TOOL_FAILED");
        assertThat(time.waits()).isEmpty();
        assertThat(tool.invoked()).isEqualTo(1);
    }

    @Test
    void retryAfter_insideTheDeadline_isAMinimum() {
        Duration asked = Duration.ofSeconds(3);
        TestTool tool = TestTool.throwing(new ToolUnavailable("busy", true, asked, null));

        assertThat(tool.run(SideEffect.READ, POLICY, services, call.deadlineNanos(time.in(Duration.ofSeconds(4)))))
                .isInstanceOf(ShellResult.Done.class);
        assertThat(time.waits()).containsExactly(asked);
    }

    @Test
    void retryAfter_beyondTheDeadlineOrAllPatience_failsAtOnce() {
        Duration asked = Duration.ofHours(1);
        TestTool tool = TestTool.alwaysThrowing(new ToolUnavailable("busy", true, asked, null));

        assertThat(Shells.codeOf(tool.run(SideEffect.READ, POLICY, services, RecordedCall.create())))
                .isEqualTo("TOOL_UNAVAILABLE");
        assertThat(Shells.codeOf(tool.run(SideEffect.READ, POLICY, services, call.deadlineNanos(time.in(asked)))))
                .isEqualTo("TOOL_UNAVAILABLE");
        assertThat(time.waits()).isEmpty();
    }

    @Test
    void policyDeadline_withoutOneOfTheCaller_endsTheRetries() {
        ToolPolicy policy = Shells.onCaller().deadline(Duration.ofMillis(250)).build();
        TestTool tool = TestTool.alwaysThrowing(new IOException("x"));

        assertThat(tool.run(SideEffect.READ, policy, services, call).attempts()).isEqualTo(2);
    }

    @Test
    void cancelled_before_startsNothing() {
        TestTool tool = TestTool.throwing();
        call.cancellation().cancel("no more");

        assertThat(tool.run(SideEffect.WRITE, POLICY, services, call))
                .isEqualTo(new ShellResult.Cancelled<>("no more", 0));
        assertThat(tool.invoked()).isZero();
    }

    @Test
    void cancelled_duringBackoff_makesNoOtherAttempt() {
        TestTool tool = TestTool.alwaysThrowing(new IOException("x"));
        time.whileWaiting(() -> call.cancellation().cancel("no more"));

        assertThat(tool.run(SideEffect.READ, POLICY, services, call))
                .isEqualTo(new ShellResult.Cancelled<>("no more", 1));
        assertThat(tool.invoked()).isEqualTo(1);
    }

    @Test
    void interruptedCaller_getsCancelledWithItsFlagKept() {
        TestTool tool = TestTool.throwing();
        Thread.currentThread().interrupt();

        ShellResult<String> result = tool.run(SideEffect.READ, POLICY, services, call);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result).isInstanceOf(ShellResult.Cancelled.class);
        assertThat(tool.invoked()).isZero();
    }

    @Test
    void interrupt_fromOutsideDuringTheTool_endsTheCallAndKeepsTheFlag() {
        TestTool tool = TestTool.of(context -> {
            Thread.currentThread().interrupt();
            new CountDownLatch(1).await();
            return "never";
        });

        ShellResult<String> read = tool.run(SideEffect.READ, POLICY, services, call);
        assertThat(Thread.interrupted()).isTrue();
        ShellResult<String> write = tool.run(SideEffect.WRITE, POLICY, services, call);
        assertThat(Thread.interrupted()).isTrue();

        assertThat(read).isInstanceOf(ShellResult.Cancelled.class);
        assertThat(write).isInstanceOf(ShellResult.Unknown.class);
    }

    @Test
    void registrations_ofFinishedAttempts_areNotKeptOnTheParent() {
        int[] ran = new int[1];
        TestTool tool = TestTool.of(context -> {
            context.cancellation().onCancel(() -> ran[0]++);
            return "ok";
        });
        AttemptShell shell = AttemptShell.of(TestTool.definition(SideEffect.PURE), POLICY, services);
        for (int i = 0; i < 100_000; i++) {
            shell.run(tool, "input", new SilentCall(call.cancellation()));
        }

        call.cancellation().cancel("over");

        assertThat(tool.invoked()).isEqualTo(100_000);
        assertThat(ran[0]).isZero();
    }

    private static ToolPolicy attempts(int most) {
        return Shells.onCaller().maxAttempts(most).build();
    }
}
