package dev.harbor.tools.mcp;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Is the time of the virtual machine, with one daemon thread for all sources that ends when nothing is due for a while. Thread-safe. */
final class SystemTicks implements Ticks {

    static final SystemTicks INSTANCE = new SystemTicks();

    private final ScheduledThreadPoolExecutor timer = timer();

    private SystemTicks() {}

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "harbor-mcp-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(5, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        ScheduledFuture<?> future = timer.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }
}
