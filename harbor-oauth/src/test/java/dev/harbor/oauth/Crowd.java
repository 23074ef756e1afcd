package dev.harbor.oauth;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Does something on many threads at once. */
final class Crowd {

    private static final int PATIENCE_SECONDS = 120;

    private Crowd() {}

    @FunctionalInterface
    interface Task<T> {

        T run(int number) throws Exception;
    }

    /** Is something that one thread does. */
    record One<T>(Thread thread, FutureTask<T> task) {

        boolean isWaiting() {
            Thread.State state = thread.getState();
            return state == Thread.State.TIMED_WAITING || state == Thread.State.WAITING;
        }

        T result() {
            return Crowd.result(task);
        }
    }

    static <T> One<T> one(Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        Thread thread = new Thread(future, "one");
        thread.setDaemon(true);
        thread.start();
        return new One<>(thread, future);
    }

    static <T> List<T> of(int threads, Task<T> task) {
        CyclicBarrier start = new CyclicBarrier(threads);
        List<One<T>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            all.add(one(() -> {
                start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return task.run(number);
            }));
        }
        return all.stream().map(One::result).toList();
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
