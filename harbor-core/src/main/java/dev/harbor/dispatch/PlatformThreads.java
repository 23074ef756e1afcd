package dev.harbor.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Is a pool that grows on demand, up to a cap, and whose idle threads die. A task goes straight to an idle thread or to a new one. Who uses it never has
 * more unfinished tasks than the cap; so when all threads are taken, one of them has finished its task and is on its way back, and the next task waits
 * for that moment only.
 */
final class PlatformThreads implements Executor {

    private final String name;
    private final int cap;
    private final long keepAliveNanos;

    private final Object lock = new Object();
    private final Set<Worker> all = new HashSet<>();
    private final Deque<Worker> idle = new ArrayDeque<>();
    private final Queue<Runnable> next = new ArrayDeque<>();
    private int made;
    private volatile boolean closed;

    PlatformThreads(String name, int cap, Duration keepAlive) {
        this.name = name;
        this.cap = cap;
        this.keepAliveNanos = keepAlive.toNanos();
    }

    @Override
    public void execute(Runnable task) {
        Worker fresh;
        synchronized (lock) {
            if (closed) {
                throw new RejectedExecutionException("the workers are closed");
            }
            Worker free = idle.pollFirst();
            if (free != null) {
                free.task = task;
                LockSupport.unpark(free.thread);
                return;
            }
            if (all.size() == cap) {
                next.add(task);
                return;
            }
            fresh = new Worker(task, name + "-" + ++made);
            all.add(fresh);
        }
        start(fresh);
    }

    private void start(Worker fresh) {
        try {
            fresh.thread.start();
        } catch (Throwable noThread) {
            synchronized (lock) {
                all.remove(fresh);
            }
            throw noThread;
        }
    }

    int size() {
        synchronized (lock) {
            return all.size();
        }
    }

    /** Lets idle threads end at once and busy ones after their task. */
    List<Thread> close() {
        List<Thread> threads = new ArrayList<>();
        synchronized (lock) {
            closed = true;
            all.forEach(worker -> threads.add(worker.thread));
        }
        threads.forEach(LockSupport::unpark);
        return threads;
    }

    private final class Worker implements Runnable {

        private final Thread thread;
        private @Nullable Runnable task;

        Worker(Runnable first, String name) {
            task = first;
            thread = new Thread(null, this, name, 0, false);
            thread.setDaemon(true);
        }

        @Override
        public void run() {
            for (Runnable now = take(); now != null; now = take()) {
                Thread.interrupted();
                OffThread.guarded(now);
            }
        }

        private @Nullable Runnable take() {
            Runnable found = takeOrIdle();
            if (found != null) {
                return found;
            }
            if (!closed) {
                LockSupport.parkNanos(PlatformThreads.this, keepAliveNanos);
            }
            return takeOrLeave();
        }

        private @Nullable Runnable takeOrIdle() {
            synchronized (lock) {
                Runnable found = task != null ? task : next.poll();
                task = null;
                if (found == null) {
                    idle.addFirst(this);
                }
                return found;
            }
        }

        /** A wait that ends without a task ends the thread, whatever ended it: another one is made when it is needed. */
        private @Nullable Runnable takeOrLeave() {
            synchronized (lock) {
                Runnable found = task;
                task = null;
                if (found == null) {
                    idle.remove(this);
                    all.remove(this);
                }
                return found;
            }
        }
    }
}
