package dev.harbor.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a task on many threads that begin at the same moment. */
final class Together {

    /** A store that makes each of its writes durable takes its time on a machine that has other things to do. */
    private static final int PATIENCE_SECONDS = 120;

    private Together() {}

    /** Is what one of the threads does. */
    @FunctionalInterface
    interface Task<T> {

        T run(int number) throws Exception;
    }

    /** Returns the results in the order of the numbers, 0 being the first; fails when a task fails or does not end. */
    static <T> List<T> run(int threads, Task<T> task) {
        CyclicBarrier start = new CyclicBarrier(threads);
        List<FutureTask<T>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            FutureTask<T> each = new FutureTask<>(() -> {
                start.await(Signal.PATIENCE_SECONDS, TimeUnit.SECONDS);
                return task.run(number);
            });
            tasks.add(each);
            Thread thread = new Thread(each, "together-" + number);
            thread.setDaemon(true);
            thread.start();
        }
        return tasks.stream().map(Together::result).toList();
    }

    private static <T> T result(FutureTask<T> task) {
        try {
            return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("one of the threads failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("one of the threads did not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting", e);
        }
    }
}
