package dev.harbor.dispatch;

import org.jspecify.annotations.Nullable;

/** Runs a task that is no attempt of a tool. */
final class PlainWork implements Work {

    private final Workers workers;
    private final Runnable task;
    private final Object lock = new Object();
    private @Nullable Thread thread;

    PlainWork(Workers workers, Runnable task) {
        this.workers = workers;
        this.task = task;
    }

    @Override
    public void run() {
        runsOn(Thread.currentThread());
        try {
            task.run();
        } finally {
            runsOn(null);
            workers.ended(this);
        }
    }

    private void runsOn(@Nullable Thread now) {
        synchronized (lock) {
            thread = now;
        }
    }

    @Override
    public void interrupt(String reason) {
        synchronized (lock) {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }
}
