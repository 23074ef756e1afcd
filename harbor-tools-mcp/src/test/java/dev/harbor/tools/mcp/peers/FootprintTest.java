package dev.harbor.tools.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Threads that somebody left are told from those that the virtual machine begins when it sees fit. */
final class FootprintTest {

    /** Runs a task that lasts until the footprint of before it was looked at. */
    private static void whileRunning(Executor executor, String... leaks) throws InterruptedException {
        Footprint before = Footprint.now();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        executor.execute(() -> {
            running.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(before.leaks()).containsExactly(leaks);
        } finally {
            end.countDown();
        }
    }

    @Test
    void workerOfTheCommonPool_isNoLeak() throws InterruptedException {
        whileRunning(ForkJoinPool.commonPool());
    }

    @Test
    void processThatRuns_isALeak_andWhoWatchesItIsNone() throws Exception {
        Footprint before = Footprint.now();
        Process process = new ProcessBuilder("sleep", "600").start();
        try {
            assertThat(before.leaks()).contains("process").noneMatch(leak -> leak.startsWith("thread"));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void threadAndPoolOfSomebody_areLeaks() throws InterruptedException {
        whileRunning(task -> new Thread(task, "left").start(), "thread 'left'");
        ForkJoinPool own = new ForkJoinPool(
                1,
                pool -> {
                    var worker = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
                    worker.setName("own");
                    return worker;
                },
                null,
                false);
        try {
            whileRunning(own, "thread 'own'");
        } finally {
            own.shutdownNow();
        }
    }
}
