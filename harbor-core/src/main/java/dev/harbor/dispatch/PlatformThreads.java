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
        Worker free;
        Worker fresh = null;
        synchronized (lock) {
            if (closed) {
                throw new RejectedExecutionException("the workers are closed");
            }
            free = idle.pollFirst();
            if (free == null && all.size() < cap) {
                fresh = new Worker(task, name + "-" + ++made);
                all.add(fresh);
            } else if (free == null) {
                next.add(task);
            }
        }
        if (free != null) {
            free.hand(task);
        } else if (fresh != null) {
            start(fresh);
        }
    }

    private void start(Worker fresh) {
        try {
            fresh.start();
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
            threads.addAll(all);
        }
        threads.forEach(LockSupport::unpark);
        return threads;
    }

    /** Hears, on the thread that ran it, that a task is over but for its last words, so that the thread is free for the next one. */
    void ended(Runnable task) {
        if (Thread.currentThread() instanceof Worker worker && worker.running == task) {
            worker.offer();
        }
    }

    private final class Worker extends Thread {

        private volatile @Nullable Runnable task;
        private @Nullable Runnable running;

        Worker(Runnable first, String name) {
            super(null, null, name, 0, false);
            task = first;
            setDaemon(true);
        }

        void hand(Runnable next) {
            task = next;
            LockSupport.unpark(this);
        }

        @Override
        public void run() {
            for (Runnable now = take(); now != null; now = take()) {
                running = now;
                task = null;
                Thread.interrupted();
                OffThread.guarded(now);
                if (running != null) {
                    offer();
                }
            }
        }

        private void offer() {
            running = null;
            synchronized (lock) {
                task = next.poll();
                if (task == null) {
                    idle.addFirst(this);
                }
            }
        }

        private @Nullable Runnable take() {
            // The first wait may end at once, by a wake-up that came after its task had been found.
            for (int waits = 0; task == null && !closed && waits < 2; waits++) {
                LockSupport.parkNanos(PlatformThreads.this, keepAliveNanos);
            }
            return task != null || isLeaving() ? task : awaitHandOver();
        }

        /** A wait that ends without a task ends the thread, whatever ended it: another one is made when it is needed. */
        private boolean isLeaving() {
            synchronized (lock) {
                boolean leaving = idle.remove(this);
                if (leaving) {
                    all.remove(this);
                }
                return leaving;
            }
        }

        /** Whoever took this from the idle ones is about to hand a task over. */
        private Runnable awaitHandOver() {
            Runnable found = task;
            while (found == null) {
                Thread.onSpinWait();
                found = task;
            }
            return found;
        }
    }
}
