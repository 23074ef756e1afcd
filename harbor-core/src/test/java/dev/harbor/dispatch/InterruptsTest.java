package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.policy.Cancellation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolFailed;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits on the thread of the caller: every interrupt goes where it was meant to go, and nowhere else. */
final class InterruptsTest {

    private static final int CALLS = Integer.getInteger("harbor.soak.calls", 400_000);
    private static final ToolPolicy POLICY = Shells.onCaller().noRetry().noTimeout().build();
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final ManualTime time = ManualTime.standing();
    private final ShellServices services = Shells.on(time);
    private final RecordedCall call = RecordedCall.create();

    /** The kinds of threads that this JVM has. */
    static List<WorkerKinds> kinds() {
        return WorkerKinds.available();
    }

    @AfterEach
    void close() {
        services.close();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void calls_withLimitsAroundTheirRunTime_leakNoInterruptAndMeetNoSpuriousOne(WorkerKinds kind) throws Exception {
        ShellServices real = realTime();
        try (Workers threads = kind.make(1)) {
            int[] seen = on(threads, () -> manyCalls(real, new Random(42)));

            assertThat(seen[0]).as("interrupts that leaked to the caller").isZero();
            assertThat(seen[1]).as("limits of an hour that were met").isZero();
            assertThat(seen[2]).as("limits that fired, or nothing was tested").isPositive();
        } finally {
            real.close();
        }
    }

    private static int[] manyCalls(ShellServices real, Random random) {
        AttemptShell shell = AttemptShell.of(TestTool.definition(SideEffect.PURE), POLICY, real);
        int[] seen = new int[3];
        for (int i = 0; i < CALLS; i++) {
            boolean longLimit = (i & 1) == 1;
            long limit = longLimit ? HOUR : 2_000 + random.nextInt(4_000);
            long work = 2_000 + random.nextInt(4_000);
            TestTool tool = TestTool.of(context -> spin(work));
            ShellResult<String> result =
                    tool.run(shell, new SilentCall(Cancellation.create(), System.nanoTime() + limit, false));
            boolean fired = !(result instanceof ShellResult.Done) && tool.invoked() == 1;
            seen[0] += Thread.interrupted() ? 1 : 0;
            seen[1] += fired && longLimit ? 1 : 0;
            seen[2] += fired ? 1 : 0;
        }
        return seen;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void nestedCalls_whoseLimitsFireTogether_loseNoOuterLimit(WorkerKinds kind) throws Exception {
        ShellServices real = realTime();
        try (Workers threads = kind.make(1)) {
            int lost = on(threads, () -> manyNestedCalls(real, new Random(43)));

            assertThat(lost).as("outer limits that never came").isZero();
        } finally {
            real.close();
        }
    }

    private static int manyNestedCalls(ShellServices real, Random random) {
        AttemptShell shell = AttemptShell.of(TestTool.definition(SideEffect.PURE), POLICY, real);
        int lost = 0;
        for (int i = 0; i < 2_000; i++) {
            long outerLimit = System.nanoTime() + 150_000;
            long innerLimit = outerLimit - random.nextInt(100_000);
            AtomicBoolean reached = new AtomicBoolean();
            TestTool inner = TestTool.of(context -> spin(200_000));
            TestTool outer = TestTool.of(context -> {
                inner.run(shell, new SilentCall(context.cancellation(), innerLimit, true));
                reached.set(awaitInterrupt());
                return "ok";
            });
            outer.run(shell, new SilentCall(Cancellation.create(), outerLimit, false));
            lost += outer.invoked() == 1 && !reached.get() ? 1 : 0;
            lost += Thread.interrupted() ? 1_000_000 : 0;
        }
        return lost;
    }

    @Test
    void innerAndOuterLimit_bothPassed_interruptBothToolsAndNobodyElse() {
        ToolPolicy inner = Shells.onCaller().noRetry().timeout(Duration.ofSeconds(1)).build();
        ToolPolicy outer = Shells.onCaller().noRetry().timeout(Duration.ofSeconds(2)).build();
        AtomicBoolean outerInterrupted = new AtomicBoolean();
        TestTool innerTool = TestTool.of(context -> {
            time.advance(Duration.ofSeconds(3));
            new CountDownLatch(1).await();
            return "never";
        });
        TestTool outerTool = TestTool.of(context -> {
            innerTool.run(SideEffect.READ, inner, services, RecordedCall.inside(context));
            outerInterrupted.set(awaitInterrupt());
            return "ok";
        });

        ShellResult<String> result = outerTool.run(SideEffect.READ, outer, services, call);

        assertThat(outerInterrupted).isTrue();
        assertThat(Shells.codeOf(result)).isEqualTo("TOOL_TIMEOUT");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void limit_ofACooperativeTool_isATimeoutAndLeavesNoFlag() {
        ToolPolicy policy = Shells.onCaller().noRetry().timeout(Duration.ofSeconds(1)).build();
        TestTool tool = TestTool.of(context -> {
            time.advance(Duration.ofSeconds(1));
            new CountDownLatch(1).await();
            return "never";
        });

        assertThat(Shells.codeOf(tool.run(SideEffect.READ, policy, services, call)))
                .isEqualTo("TOOL_TIMEOUT");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void toolThatAnswersAfterItsLimit_countsOnlyIfItHasEffects() {
        ToolPolicy policy = Shells.onCaller().noRetry().timeout(Duration.ofSeconds(1)).build();
        TestTool late = TestTool.of(context -> {
            time.advance(Duration.ofSeconds(1));
            return awaitInterrupt() ? "late" : "never interrupted";
        });
        TestTool refusing = TestTool.of(context -> {
            time.advance(Duration.ofSeconds(1));
            awaitInterrupt();
            throw ToolFailed.permanent("undone");
        });

        assertThat(Shells.codeOf(late.run(SideEffect.READ, policy, services, call)))
                .isEqualTo("TOOL_TIMEOUT");
        assertThat(late.run(SideEffect.WRITE, policy, services, call)).isInstanceOf(ShellResult.Done.class);
        assertThat(refusing.run(SideEffect.WRITE, policy, services, call)).isInstanceOf(ShellResult.Failed.class);
    }

    @Test
    void cancellation_onTheCaller_interruptsTheToolAndLeavesNoFlag() {
        TestTool tool = TestTool.of(context -> {
            call.cancellation().cancel("no more");
            new CountDownLatch(1).await();
            return "never";
        });

        assertThat(tool.run(SideEffect.READ, POLICY, services, call))
                .isEqualTo(new ShellResult.Cancelled<>("no more", 1));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void cleanupThatBlocks_atTheLimit_holdsNoOtherLimit() throws Exception {
        ToolPolicy policy = Shells.onCaller().noRetry().timeout(Duration.ofSeconds(1)).build();
        CountDownLatch blocking = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        TestTool bad = TestTool.of(context -> {
            context.cancellation().onCancel(() -> {
                blocking.countDown();
                awaitQuietly(letGo);
            });
            time.advance(Duration.ofSeconds(1));
            new CountDownLatch(1).await();
            return "never";
        });
        TestTool good = TestTool.of(context -> {
            time.advance(Duration.ofSeconds(1));
            new CountDownLatch(1).await();
            return "never";
        });

        assertThat(Shells.codeOf(bad.run(SideEffect.READ, policy, services, call))).isEqualTo("TOOL_TIMEOUT");
        assertThat(blocking.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(Shells.codeOf(good.run(SideEffect.READ, policy, services, call))).isEqualTo("TOOL_TIMEOUT");
        letGo.countDown();
    }

    private static ShellServices realTime() {
        return new ShellServices(
                ShellServices.SYSTEM_NANOS,
                Sleeper.of(ShellServices.SYSTEM_NANOS),
                () -> 0.0,
                Workers.over(Runnable::run),
                new DeadlineScanner(ShellServices.SYSTEM_NANOS, Duration.ofNanos(50_000), 10_000),
                new FailureMapper(),
                new ContextCarrier(List.of()));
    }

    private static <T> T on(Executor threads, Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        threads.execute(task);
        return task.get(4, TimeUnit.MINUTES);
    }

    private static String spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
        return "ok";
    }

    /** Returns whether this thread is interrupted within some seconds. */
    private static boolean awaitInterrupt() {
        try {
            return new CountDownLatch(1).await(10, TimeUnit.SECONDS);
        } catch (InterruptedException expected) {
            return true;
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
