package dev.harbor.tools.a2a;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what must not hold up a caller: cancels tasks, and looks at cards again. Its threads end when there is nothing to do. Thread-safe. */
final class Background implements AutoCloseable {

    private static final int MOST_THREADS = 64;
    private static final long KEEP_SECONDS = 2;
    private static final Logger LOG = LoggerFactory.getLogger(Background.class);

    private final ThreadPoolExecutor works = new ThreadPoolExecutor(
            0, MOST_THREADS, KEEP_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons("harbor-a2a-work"));
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, daemons("harbor-a2a-clock"));

    Background() {
        clock.setKeepAliveTime(KEEP_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        clock.setRemoveOnCancelPolicy(true);
    }

    private static ThreadFactory daemons(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Does it soon on another thread; returns whether there is one. */
    boolean run(String what, Runnable work) {
        try {
            works.execute(() -> guarded(what, work));
            return true;
        } catch (RejectedExecutionException e) {
            LOG.warn("{} was left out, since too much is going on or the access is closed", what);
            return false;
        }
    }

    /** Does it again and again; null when the access is closed. */
    @Nullable
    ScheduledFuture<?> every(Duration time, String what, Runnable work) {
        try {
            long nanos = time.toNanos();
            return clock.scheduleWithFixedDelay(() -> run(what, work), nanos, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    private static void guarded(String what, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.warn("{} failed: {}", what, e.toString());
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        works.shutdownNow();
    }
}
