package dev.harbor.testkit;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs something on a thread of its own, so that a test outlives it. */
final class Bounded<T> {

    private final CountDownLatch begun = new CountDownLatch(1);
    private final FutureTask<T> task;
    private final Thread thread;

    private Bounded(Callable<T> work) {
        task = new FutureTask<>(() -> {
            begun.countDown();
            return work.call();
        });
        thread = new Thread(task, "bounded");
        thread.setDaemon(true);
    }

    /** Returns when the work has begun. */
    static <T> Bounded<T> start(Callable<T> work) {
        Bounded<T> started = new Bounded<>(work);
        started.thread.start();
        try {
            started.begun.await();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return started;
    }

    void interrupt() {
        thread.interrupt();
    }

    boolean isOver() {
        return task.isDone();
    }

    /** Waits for the end and returns what came of the work; what it threw is thrown as it is. */
    T end() throws Exception {
        try {
            return task.get(Signal.PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw new AssertionError("it ended with " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("it did not end within " + Signal.PATIENCE_SECONDS + " seconds", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static AssertionError interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new AssertionError("interrupted while waiting", e);
    }
}
