package dev.harbor.dispatch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a tool's own cleanup on a thread of its own, since neither the scanner nor a caller may wait for it. */
final class OffThread {

    private static final Logger LOG = LoggerFactory.getLogger(OffThread.class);

    private OffThread() {}

    static void run(Runnable task) {
        Thread thread = new Thread(null, () -> guarded(task), "harbor-cancel", 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs a task at the end of a thread's stack, where what it throws can only be reported. */
    static void guarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            LOG.error("a task on thread {} died", Thread.currentThread().getName(), thrown);
        }
    }
}
