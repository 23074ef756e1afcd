package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.policy.Backoff;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attempts on workers, under a clock that stands until the test moves it. */
final class WorkerAttemptTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final ToolPolicy POLICY = ToolPolicy.builder()
            .isolation(Isolation.WORKER)
            .timeout(LIMIT)
            .noRetry()
            .noBreaker()
            .build();

    private final ManualTime time = ManualTime.standing();
    private final RecordedCall call = RecordedCall.create();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private Workers workers = Workers.over(Runnable::run);

    static Iterable<WorkerKinds> kinds() {
        return WorkerKinds.available();
    }

    @AfterEach
    void close() {
        letGo.countDown();
        assertThat(workers.close(Duration.ofSeconds(10))).isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void stubbornTool_atItsLimit_isAbandonedCountedAndToldLate(WorkerKinds kind) throws Exception {
        workers = kind.make(4);
        CompletableFuture<ShellResult<String>> result = runInBackground(stubborn(), SideEffect.READ, POLICY);
        awaitStart();

        time.advance(LIMIT);

        assertThat(Shells.codeOf(result.get(10, TimeUnit.SECONDS))).isEqualTo("TOOL_TIMEOUT");
        assertThat(workers.abandoned()).isEqualTo(1);
        assertThat(call.told()).containsExactly("abandoned 1, running 1", "attempted 1 TOOL_TIMEOUT");
        assertThat(call.contexts().get(0).cancellation().isCancelled()).isTrue();

        letGo.countDown();
        await().untilAsserted(() -> assertThat(call.told()).last().isEqualTo("late 1 ok"));
        await().untilAsserted(() -> assertThat(workers.abandoned()).isZero());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void stubbornWrite_atItsLimit_isUnknown(WorkerKinds kind) throws Exception {
        workers = kind.make(4);
        CompletableFuture<ShellResult<String>> result = runInBackground(stubborn(), SideEffect.WRITE, POLICY);
        awaitStart();

        time.advance(LIMIT);

        assertThat(result.get(10, TimeUnit.SECONDS)).isInstanceOf(ShellResult.Unknown.class);
    }

    @Test
    void stubbornTool_abandoned_keepsItsSlotAndItsPlaceInTheBulkhead() throws Exception {
        workers = WorkerKinds.PLATFORM.make(1);
        ToolPolicy policy = POLICY.toBuilder().maxConcurrentCalls(1).build();
        ShellServices services = Shells.on(time, workers);
        AttemptShell shell = AttemptShell.of(TestTool.definition(SideEffect.READ), policy, services);
        AttemptShell other = AttemptShell.of(TestTool.definition(SideEffect.READ), POLICY, services);
        CompletableFuture<ShellResult<String>> first =
                CompletableFuture.supplyAsync(() -> stubborn().run(shell, call), task -> new Thread(task).start());
        awaitStart();
        time.advance(LIMIT);
        assertThat(Shells.codeOf(first.get(10, TimeUnit.SECONDS))).isEqualTo("TOOL_TIMEOUT");

        TestTool tool = TestTool.throwing();
        assertThat(Shells.errorOf(tool.run(shell, call)).message()).contains("calls of it are running");
        assertThat(Shells.errorOf(tool.run(other, call)).message()).contains("no worker");
        assertThat(Shells.errorOf(tool.run(other, call)).isRetryable()).isTrue();
        assertThat(tool.invoked()).isZero();
        assertThat(shell.snapshot().running()).isEqualTo(1);

        letGo.countDown();
        await().untilAsserted(() -> assertThat(tool.run(shell, call)).isInstanceOf(ShellResult.Done.class));
        services.close();
    }

    @Test
    void queuedAttempt_whoseDeadlinePasses_isNeverStarted() throws Exception {
        Queue<Runnable> queue = new ArrayDeque<>();
        workers = Workers.over(queue::add);
        TestTool tool = TestTool.throwing();
        CompletableFuture<ShellResult<String>> result =
                runInBackground(tool, SideEffect.WRITE, POLICY, call.deadlineNanos(time.in(Duration.ofSeconds(5))));
        await().until(() -> !queue.isEmpty());

        time.advance(Duration.ofSeconds(5));

        assertThat(Shells.codeOf(result.get(10, TimeUnit.SECONDS))).isEqualTo("DEADLINE_EXCEEDED");
        queue.remove().run();
        assertThat(tool.invoked()).isZero();
        assertThat(call.told()).isEmpty();
    }

    @Test
    void queuedAttempt_whoseOwnLimitPasses_isOverloadedAndNeverStarted() throws Exception {
        Queue<Runnable> queue = new ArrayDeque<>();
        workers = Workers.over(queue::add);
        TestTool tool = TestTool.throwing();
        CompletableFuture<ShellResult<String>> result = runInBackground(tool, SideEffect.WRITE, POLICY);
        await().until(() -> !queue.isEmpty());

        time.advance(LIMIT);

        ShellResult<String> ended = result.get(10, TimeUnit.SECONDS);
        assertThat(Shells.codeOf(ended)).isEqualTo("OVERLOADED");
        assertThat(ended).isInstanceOf(ShellResult.Failed.class);
        queue.remove().run();
        assertThat(tool.invoked()).isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void timedOutRead_withAttemptsLeft_isRetried(WorkerKinds kind) throws Exception {
        workers = kind.make(4);
        AtomicBoolean first = new AtomicBoolean(true);
        TestTool tool = TestTool.of(context -> {
            if (first.getAndSet(false)) {
                started.countDown();
                letGo.await();
            }
            return "ok";
        });
        ToolPolicy policy =
                POLICY.toBuilder().maxAttempts(2).backoff(Backoff.NONE).build();
        CompletableFuture<ShellResult<String>> result = runInBackground(tool, SideEffect.READ, policy);
        awaitStart();

        time.advance(LIMIT);

        assertThat(result.get(10, TimeUnit.SECONDS).attempts()).isEqualTo(2);
        assertThat(call.told()).contains("attempted 1 TOOL_TIMEOUT", "attempted 2 ok");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void deadlineOfTheCall_duringAnAttempt_endsItWithoutRetry(WorkerKinds kind) throws Exception {
        workers = kind.make(4);
        ToolPolicy policy =
                POLICY.toBuilder().maxAttempts(4).backoff(Backoff.NONE).build();
        TestTool tool = stubborn();
        CompletableFuture<ShellResult<String>> result =
                runInBackground(tool, SideEffect.READ, policy, call.deadlineNanos(time.in(Duration.ofSeconds(5))));
        awaitStart();

        time.advance(Duration.ofSeconds(5));

        assertThat(Shells.codeOf(result.get(10, TimeUnit.SECONDS))).isEqualTo("DEADLINE_EXCEEDED");
        assertThat(tool.invoked()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void cancellation_duringAnAttempt_interruptsTheToolAndReturnsAtOnce(WorkerKinds kind) throws Exception {
        workers = kind.make(4);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch cleanedUp = new CountDownLatch(1);
        TestTool tool = TestTool.of(context -> {
            context.cancellation().onCancel(cleanedUp::countDown);
            started.countDown();
            try {
                letGo.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return "ok";
        });
        CompletableFuture<ShellResult<String>> result = runInBackground(tool, SideEffect.WRITE, POLICY);
        awaitStart();

        call.cancellation().cancel("the run was cancelled");

        ShellResult<String> ended = result.get(10, TimeUnit.SECONDS);
        assertThat(ended).isInstanceOf(ShellResult.Unknown.class);
        assertThat(Shells.codeOf(ended)).isEqualTo("CANCELLED");
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(cleanedUp.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void interruptedCaller_duringAnAttempt_leavesWithItsFlagKept(WorkerKinds kind) throws Exception {
        workers = kind.make(4);
        AtomicBoolean flagKept = new AtomicBoolean();
        AtomicReference<ShellResult<String>> result = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            result.set(stubborn().run(SideEffect.READ, POLICY, Shells.on(time, workers), call));
            flagKept.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        awaitStart();

        caller.interrupt();
        caller.join(10_000);

        assertThat(result.get()).isInstanceOf(ShellResult.Cancelled.class);
        assertThat(flagKept).isTrue();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void interruptOfAnAbandonedAttempt_neverReachesTheNextTask(WorkerKinds kind) throws Exception {
        workers = kind.make(1);
        CompletableFuture<ShellResult<String>> result = runInBackground(stubborn(), SideEffect.READ, POLICY);
        awaitStart();
        time.advance(LIMIT);
        result.get(10, TimeUnit.SECONDS);
        letGo.countDown();
        await().until(() -> workers.abandoned() == 0);

        AtomicBoolean flag = new AtomicBoolean();
        TestTool next = TestTool.of(context -> {
            flag.set(Thread.currentThread().isInterrupted());
            return "ok";
        });
        await().until(() -> next.run(SideEffect.READ, POLICY, Shells.on(time, workers), RecordedCall.create())
                instanceof ShellResult.Done);

        assertThat(flag).isFalse();
    }

    @Test
    void executor_thatRunsOnTheCaller_isInterruptedByTheScanner() {
        TestTool tool = TestTool.of(context -> {
            time.advance(LIMIT);
            letGo.await();
            return "never";
        });

        ShellResult<String> result = tool.run(SideEffect.READ, POLICY, Shells.on(time, workers), call);

        assertThat(Shells.codeOf(result)).isEqualTo("TOOL_TIMEOUT");
        assertThat(Thread.interrupted()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void failure_onAWorker_isTheSameAsOnTheCaller(WorkerKinds kind) {
        workers = kind.make(4);
        ShellServices services = Shells.on(time, workers);

        assertThat(Shells.codeOf(
                        TestTool.throwing(new StackOverflowError()).run(SideEffect.READ, POLICY, services, call)))
                .isEqualTo("TOOL_FATAL");
        assertThat(TestTool.throwing(new IOException("x")).run(SideEffect.WRITE, POLICY, services, call))
                .isInstanceOf(ShellResult.Unknown.class);
        assertThat(TestTool.throwing().run(SideEffect.WRITE, POLICY, services, call))
                .isInstanceOf(ShellResult.Done.class);
        services.close();
    }

    private TestTool stubborn() {
        return TestTool.of(context -> {
            started.countDown();
            awaitIgnoringInterrupts(letGo);
            return "ok";
        });
    }

    private static void awaitIgnoringInterrupts(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException ignored) {
                // That is what makes the tool stubborn.
            }
        }
    }

    private CompletableFuture<ShellResult<String>> runInBackground(
            TestTool tool, SideEffect effect, ToolPolicy policy) {
        return runInBackground(tool, effect, policy, call);
    }

    private CompletableFuture<ShellResult<String>> runInBackground(
            TestTool tool, SideEffect effect, ToolPolicy policy, ShellCall by) {
        return CompletableFuture.supplyAsync(
                () -> tool.run(effect, policy, Shells.on(time, workers), by), task -> new Thread(task).start());
    }

    private void awaitStart() throws InterruptedException {
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
