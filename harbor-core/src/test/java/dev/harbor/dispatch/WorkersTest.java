package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class WorkersTest {

    private static final Duration BOUND = Duration.ofSeconds(10);

    static List<WorkerKinds> kinds() {
        return WorkerKinds.available();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void slots_allTaken_refuseAtOnceAndAreFreeAgainAfterwards(WorkerKinds kind) throws Exception {
        Workers workers = kind.make(2);
        CountDownLatch started = new CountDownLatch(2);
        CountDownLatch letGo = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            workers.execute(() -> {
                started.countDown();
                awaitQuietly(letGo);
            });
        }
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();

        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> workers.execute(() -> {}))
                .withMessageContaining("all 2 workers");

        letGo.countDown();
        await().ignoreExceptions().until(() -> {
            workers.execute(() -> {});
            return true;
        });
        assertThat(workers.close(BOUND)).isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void haveProcessorLeft_onlyPlatformThreads_andAProcessorForEachTaskAndItsCaller(WorkerKinds kind) {
        int processors = Runtime.getRuntime().availableProcessors();
        Workers workers = kind.make(processors);
        CountDownLatch letGo = new CountDownLatch(1);
        for (int tasks = 1; tasks <= processors; tasks++) {
            workers.execute(() -> awaitQuietly(letGo));
            assertThat(workers.haveProcessorLeft())
                    .as("%d tasks", tasks)
                    .isEqualTo(kind == WorkerKinds.PLATFORM && 2 * tasks <= processors);
        }

        letGo.countDown();
        assertThat(workers.close(BOUND)).isZero();
    }

    @Test
    void platformThreads_underLoad_neverExceedTheCap() throws Exception {
        PlatformThreads pool = new PlatformThreads("test-pool", 3, Duration.ofSeconds(30));
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < 2_000; round++) {
            CountDownLatch done = new CountDownLatch(3);
            for (int i = 0; i < 3; i++) {
                pool.execute(() -> {
                    seen.add(Thread.currentThread());
                    done.countDown();
                });
            }
            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(pool.size()).isLessThanOrEqualTo(3);
        assertThat(seen).hasSizeLessThanOrEqualTo(3);
        pool.close();
    }

    @Test
    void platformThreads_idleForLong_die() {
        PlatformThreads pool = new PlatformThreads("test-pool", 3, Duration.ofMillis(5));
        pool.execute(() -> {});

        await().until(() -> pool.size() == 0);

        CountDownLatch again = new CountDownLatch(1);
        pool.execute(again::countDown);
        await().until(() -> again.getCount() == 0);
        pool.close();
    }

    @Test
    void platformThread_afterATaskThatDiedOrLeftItsFlag_isFreshForTheNext() {
        Workers workers = WorkerKinds.PLATFORM.make(1);
        AtomicReference<Boolean> flag = new AtomicReference<>();
        workers.execute(() -> {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("a task that dies");
        });

        await().ignoreExceptions().until(() -> {
            workers.execute(() -> flag.set(Thread.currentThread().isInterrupted()));
            return true;
        });

        await().untilAsserted(() -> assertThat(flag.get()).isFalse());
        assertThat(workers.close(BOUND)).isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void workers_inheritNoThreadLocalOfWhoeverMadeThem(WorkerKinds kind) throws Exception {
        InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
        user.set("ada");
        Workers workers = kind.make(1);
        AtomicReference<String> seen = new AtomicReference<>("unset");
        CountDownLatch done = new CountDownLatch(1);

        workers.execute(() -> {
            seen.set(user.get());
            done.countDown();
        });

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(seen.get()).isNull();
        user.remove();
        assertThat(workers.close(BOUND)).isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void close_whileWorkWaits_interruptsItAndLeavesNoThread(WorkerKinds kind) throws Exception {
        Workers workers = kind.make(4);
        CountDownLatch started = new CountDownLatch(2);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 2; i++) {
            workers.execute(() -> {
                threads.add(Thread.currentThread());
                started.countDown();
                awaitQuietly(new CountDownLatch(1));
            });
        }
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(workers.close(BOUND)).isZero();
        assertThat(workers.close(BOUND)).isZero();

        await().until(() -> threads.stream().noneMatch(Thread::isAlive));
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> workers.execute(() -> {}))
                .withMessageContaining("closed");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void close_withStubbornWork_saysWithinItsBoundHowMuchItAbandoned(WorkerKinds kind) throws Exception {
        Workers workers = kind.make(4);
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        workers.execute(() -> {
            started.countDown();
            while (letGo.getCount() > 0) {
                awaitQuietly(letGo);
                Thread.interrupted();
            }
        });
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(workers.close(Duration.ofMillis(20))).isEqualTo(1);

        letGo.countDown();
        assertThat(workers.close(BOUND)).isZero();
    }

    @Test
    void close_ofAnInterruptedThread_keepsTheFlagAndDoesNotWait() throws Exception {
        Workers workers = WorkerKinds.PLATFORM.make(1);
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        workers.execute(() -> {
            started.countDown();
            while (letGo.getCount() > 0) {
                awaitQuietly(letGo);
                Thread.interrupted();
            }
        });
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
        Thread.currentThread().interrupt();

        int left = workers.close(Duration.ofHours(1));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(left).isEqualTo(1);
        letGo.countDown();
        assertThat(workers.close(BOUND)).isZero();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
