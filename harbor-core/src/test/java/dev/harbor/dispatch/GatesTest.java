package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.policy.Breaker;
import dev.harbor.policy.BreakerState;
import dev.harbor.policy.RateLimit;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.InvalidArguments;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Breaker, rate limit and bulkhead of a shell. */
final class GatesTest {

    private static final Duration OPEN = Duration.ofSeconds(10);

    private final ManualTime time = ManualTime.skippingWaits();
    private final ShellServices services = Shells.on(time);

    @AfterEach
    void close() {
        services.close();
    }

    @Test
    void breaker_afterTooManyFailures_refusesAtOnceAndRecoversByTrial() {
        AttemptShell shell = withBreaker(SideEffect.READ, 1);
        openIt(shell);

        TestTool tool = TestTool.throwing();
        ShellResult<String> refused = tool.run(shell, RecordedCall.create());
        assertThat(Shells.codeOf(refused)).isEqualTo("CIRCUIT_OPEN");
        assertThat(refused.attempts()).isZero();
        assertThat(tool.invoked()).isZero();

        time.advance(OPEN.plusNanos(1));
        assertThat(tool.run(shell, RecordedCall.create())).isInstanceOf(ShellResult.Done.class);
        assertThat(shell.snapshot().breaker()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void breaker_halfOpen_givesThePermissionOfADyingToolBack() {
        AttemptShell shell = withBreaker(SideEffect.READ, 1);
        openIt(shell);
        time.advance(OPEN.plusNanos(1));

        TestTool.throwing(new StackOverflowError()).run(shell, RecordedCall.create());
        assertThat(shell.snapshot().breaker()).isEqualTo(BreakerState.HALF_OPEN);

        assertThat(TestTool.throwing().run(shell, RecordedCall.create())).isInstanceOf(ShellResult.Done.class);
    }

    @Test
    void breaker_halfOpen_givesThePermissionOfACancelledCallBack() {
        AttemptShell shell = withBreaker(SideEffect.READ, 1);
        openIt(shell);
        time.advance(OPEN.plusNanos(1));
        RecordedCall call = RecordedCall.create();

        TestTool.of(context -> {
                    call.cancellation().cancel("no more");
                    new CountDownLatch(1).await();
                    return "never";
                })
                .run(shell, call);

        assertThat(TestTool.throwing().run(shell, RecordedCall.create())).isInstanceOf(ShellResult.Done.class);
    }

    @Test
    void breaker_forAnswersThatSayNo_staysClosed() {
        AttemptShell shell = withBreaker(SideEffect.READ, 1);
        for (int i = 0; i < 20; i++) {
            TestTool.throwing(ToolFailed.permanent("no")).run(shell, RecordedCall.create());
            TestTool.throwing(new InvalidArguments("no", List.of())).run(shell, RecordedCall.create());
        }

        assertThat(shell.snapshot().breaker()).isEqualTo(BreakerState.CLOSED);
        assertThat(shell.snapshot().failing()).isZero();
    }

    @Test
    void breaker_forSlowSuccesses_staysClosed() {
        AttemptShell shell = withBreaker(SideEffect.READ, 1);
        TestTool slow = TestTool.of(context -> {
            time.advance(Duration.ofMinutes(10));
            return "ok";
        });
        for (int i = 0; i < 20; i++) {
            slow.run(shell, RecordedCall.create());
        }

        assertThat(shell.snapshot().breaker()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void breaker_ofAPureTool_isThereOnlyIfItWasSet() {
        ToolPolicy merged = Shells.onCaller().build().orElse(ToolPolicy.STANDARD);
        ToolPolicy unset = ToolPolicy.unset().orElse(ToolPolicy.STANDARD);

        assertThat(shell(SideEffect.PURE, unset).snapshot().breaker()).isNull();
        assertThat(shell(SideEffect.READ, unset).snapshot().breaker()).isEqualTo(BreakerState.CLOSED);
        assertThat(shell(SideEffect.READ, merged).snapshot().breaker()).isNull();
        assertThat(withBreaker(SideEffect.PURE, 1).snapshot().breaker()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void rateLimit_withTimeLeft_waitsForItsTurn() {
        AttemptShell shell = withRate(2);
        for (int i = 0; i < 3; i++) {
            assertThat(TestTool.throwing().run(shell, RecordedCall.create())).isInstanceOf(ShellResult.Done.class);
        }

        assertThat(time.waits()).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void rateLimit_whoseTurnComesTooLate_refusesAtOnce() {
        AttemptShell shell = withRate(1);
        TestTool tool = TestTool.throwing();
        tool.run(shell, RecordedCall.create());

        ShellResult<String> result =
                tool.run(shell, RecordedCall.create().deadlineNanos(time.in(Duration.ofMillis(900))));

        assertThat(Shells.codeOf(result)).isEqualTo("RATE_LIMITED");
        assertThat(Shells.errorOf(result).isRetryable()).isTrue();
        assertThat(time.waits()).isEmpty();
        assertThat(tool.invoked()).isEqualTo(1);
    }

    @Test
    void rateLimit_coversEachAttempt() {
        AttemptShell shell = shell(
                SideEffect.READ,
                Shells.onCaller()
                        .rateLimit(new RateLimit(1, Duration.ofSeconds(1)))
                        .build());

        assertThat(TestTool.throwing(new IOException("x")).run(shell, RecordedCall.create()))
                .isInstanceOf(ShellResult.Done.class);
        assertThat(time.waits()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(900));
    }

    @Test
    void bulkhead_full_isOverloadedAndFreeAgainAfterwards() {
        AttemptShell shell =
                shell(SideEffect.READ, Shells.onCaller().maxConcurrentCalls(1).build());
        TestTool inner = TestTool.throwing();
        TestTool outer = TestTool.of(context -> Shells.codeOf(inner.run(shell, RecordedCall.inside(context))));

        assertThat(outer.run(shell, RecordedCall.create()))
                .isInstanceOfSatisfying(
                        ShellResult.Done.class,
                        done -> assertThat(done.output())
                                .hasToString("ToolOutput[value=OVERLOADED, blocks=[], evidence=[]]"));
        assertThat(inner.invoked()).isZero();
        assertThat(inner.run(shell, RecordedCall.create())).isInstanceOf(ShellResult.Done.class);
        assertThat(shell.snapshot().running()).isZero();
    }

    private AttemptShell withBreaker(SideEffect effect, int trials) {
        return shell(
                effect,
                Shells.onCaller()
                        .noRetry()
                        .breaker(new Breaker(4, 4, 50, OPEN, trials))
                        .build());
    }

    private AttemptShell withRate(int attempts) {
        return shell(
                SideEffect.READ,
                Shells.onCaller()
                        .rateLimit(new RateLimit(attempts, Duration.ofSeconds(1)))
                        .build());
    }

    private AttemptShell shell(SideEffect effect, ToolPolicy policy) {
        return AttemptShell.of(TestTool.definition(effect), policy, services);
    }

    private static void openIt(AttemptShell shell) {
        TestTool failing = TestTool.alwaysThrowing(new IOException("x"));
        for (int i = 0; i < 4; i++) {
            failing.run(shell, RecordedCall.create());
        }
        assertThat(shell.snapshot().breaker()).isEqualTo(BreakerState.OPEN);
    }
}
