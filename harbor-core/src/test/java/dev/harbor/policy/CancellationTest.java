package dev.harbor.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatRuntimeException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class CancellationTest {

    private final Cancellation root = Cancellation.create();
    private final List<String> ran = new ArrayList<>();

    @Test
    void cancel_twice_keepsTheFirstReasonAndRunsActionsOnce() {
        root.onCancel(() -> ran.add("action"));

        assertThat(root.isCancelled()).isFalse();
        assertThat(root.reason()).isNull();
        assertThat(root.cancel("first")).isTrue();
        assertThat(root.cancel("second")).isFalse();

        assertThat(root.isCancelled()).isTrue();
        assertThat(root.reason()).isEqualTo("first");
        assertThat(ran).containsExactly("action");
    }

    @Test
    void onCancel_afterTheEnd_runsAtOnce() {
        root.cancel("over");

        root.onCancel(() -> ran.add("late")).close();

        assertThat(ran).containsExactly("late");
    }

    @Test
    void onCancel_closedAgain_doesNotRun() {
        Cancellation.Registration registration = root.onCancel(() -> ran.add("closed"));
        root.onCancel(() -> ran.add("kept"));

        registration.close();
        registration.close();
        root.cancel("over");
        registration.close();

        assertThat(ran).containsExactly("kept");
    }

    @Test
    void onCancel_theSameActionTwice_runsTwice() {
        Runnable action = () -> ran.add("action");
        Cancellation.Registration first = root.onCancel(action);
        root.onCancel(action);
        root.onCancel(action);

        first.close();
        root.cancel("over");

        assertThat(ran).containsExactly("action", "action");
    }

    @Test
    void cancel_withThrowingActions_runsAllAndThrowsTheFirst() {
        root.onCancel(() -> {
            throw new IllegalStateException("one");
        });
        root.onCancel(() -> {
            throw new AssertionError("two");
        });
        root.onCancel(() -> ran.add("three"));

        assertThatRuntimeException()
                .isThrownBy(() -> root.cancel("over"))
                .withMessage("one")
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(AssertionError.class));
        assertThat(ran).containsExactly("three");
        assertThat(root.isCancelled()).isTrue();
    }

    @Test
    void cancel_withAnErrorAndTheSameThrowableTwice_throwsItOnce() {
        StackOverflowError same = new StackOverflowError();
        for (int i = 0; i < 2; i++) {
            root.onCancel(() -> {
                throw same;
            });
        }

        assertThatExceptionOfType(StackOverflowError.class)
                .isThrownBy(() -> root.cancel("over"))
                .isSameAs(same);
    }

    @Test
    void child_ofACancelled_isCancelled() {
        Cancellation before = root.child();
        Cancellation grandchild = before.child();
        grandchild.onCancel(() -> ran.add("grandchild"));

        root.cancel("over");

        assertThat(before.isCancelled()).isTrue();
        assertThat(grandchild.reason()).isEqualTo("over");
        assertThat(root.child().isCancelled()).isTrue();
        assertThat(before.cancel("again")).isFalse();
        assertThat(ran).containsExactly("grandchild");
    }

    @Test
    void child_cancelled_leavesItsParentAlone() {
        Cancellation child = root.child();
        child.onCancel(() -> ran.add("child"));
        root.onCancel(() -> ran.add("root"));

        assertThat(child.cancel("mine")).isTrue();
        assertThat(root.isCancelled()).isFalse();
        assertThat(ran).containsExactly("child");

        root.cancel("over");
        assertThat(ran).containsExactly("child", "root");
        assertThat(child.reason()).isEqualTo("mine");
    }

    @Test
    void detach_ofAChild_dropsItsActionsButStillSeesTheEnd() {
        Cancellation child = root.child();
        child.onCancel(() -> ran.add("before"));

        child.detach();
        child.detach();
        child.onCancel(() -> ran.add("after"));
        root.cancel("over");

        assertThat(ran).isEmpty();
        assertThat(child.isCancelled()).isTrue();
        child.onCancel(() -> ran.add("too late"));
        assertThat(ran).containsExactly("too late");
    }

    @Test
    void detach_whileTheParentIsBeingCancelled_runsWhatIsLeft() {
        Cancellation child = root.child();
        root.onCancel(child::detach);
        child.onCancel(() -> ran.add("cleanup"));

        root.cancel("over");

        assertThat(ran).containsExactly("cleanup");
    }

    @Test
    void detach_ofAnUnusedChild_dropsLaterActions() {
        Cancellation child = root.child();

        child.detach();
        child.onCancel(() -> ran.add("after"));
        root.cancel("over");

        assertThat(ran).isEmpty();
    }

    @Test
    void cancel_elsewhere_runsActionsThereAndOnlyIfThereAreAny() {
        List<Runnable> handed = new ArrayList<>();
        root.child().cancel("unused", handed::add);
        assertThat(handed).isEmpty();

        root.onCancel(() -> ran.add("one"));
        root.onCancel(() -> ran.add("two"));
        assertThat(root.cancel("over", handed::add)).isTrue();

        assertThat(root.isCancelled()).isTrue();
        assertThat(ran).isEmpty();
        assertThat(handed).hasSize(1);
        handed.get(0).run();
        assertThat(ran).containsExactly("one", "two");
    }

    @Test
    void cancel_againstConcurrentRegistration_runsEachActionExactlyOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 2_000; round++) {
                Cancellation parent = Cancellation.create();
                Cancellation child = parent.child();
                AtomicInteger runs = new AtomicInteger();
                CyclicBarrier start = new CyclicBarrier(4);
                List<Future<?>> all = List.of(
                        threads.submit(() -> registerAfter(start, child, runs)),
                        threads.submit(() -> registerAfter(start, child, runs)),
                        threads.submit(() -> registerAfter(start, child.child(), runs)),
                        threads.submit(() -> {
                            start.await(10, TimeUnit.SECONDS);
                            return parent.cancel("now");
                        }));
                for (Future<?> each : all) {
                    each.get(10, TimeUnit.SECONDS);
                }
                assertThat(runs).as("round %s", round).hasValue(3);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Object registerAfter(CyclicBarrier start, Cancellation on, AtomicInteger runs) throws Exception {
        start.await(10, TimeUnit.SECONDS);
        return on.onCancel(runs::incrementAndGet);
    }

    @Test
    void cancel_byManyAtOnce_hasOneWinner() throws Exception {
        int callers = 16;
        AtomicInteger winners = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(callers);
        CyclicBarrier start = new CyclicBarrier(callers);
        for (int i = 0; i < callers; i++) {
            String why = "caller " + i;
            new Thread(() -> {
                        awaitQuietly(start);
                        if (root.cancel(why)) {
                            winners.incrementAndGet();
                        }
                        done.countDown();
                    })
                    .start();
        }

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(winners).hasValue(1);
    }

    private static void awaitQuietly(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @SuppressWarnings("DataFlowIssue") // null is what is tested
    void arguments_null_areRefusedAndChangeNothing() {
        assertThatNullPointerException().isThrownBy(() -> root.cancel(null));
        assertThatNullPointerException().isThrownBy(() -> root.cancel("why", null));
        assertThatNullPointerException().isThrownBy(() -> root.onCancel(null));
        assertThat(root.isCancelled()).isFalse();
    }
}
