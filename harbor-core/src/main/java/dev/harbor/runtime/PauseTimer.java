package dev.harbor.runtime;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for pauses whose time is over, at once and then again and again. One thread, however many pauses there are. */
final class PauseTimer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PauseTimer.class);
    private static final long EVERY_SECONDS = 5;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(PauseTimer::thread);

    /** Only for the thread of the timer. */
    private boolean failing;

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, "harbor-pauses", 0, false);
        thread.setDaemon(true);
        return thread;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the task catches and reports all there is, and ends with the timer
    void start(Runnable sweep) {
        timer.scheduleWithFixedDelay(() -> run(sweep), 0, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    /** A journal that is away may be back next time, so what fails is told at its beginning. */
    void run(Runnable sweep) {
        try {
            sweep.run();
            failing = false;
        } catch (RuntimeException e) {
            if (!failing && !timer.isShutdown()) {
                LOG.warn("looking for pauses that are due failed; it goes on every {} s", EVERY_SECONDS, e);
            }
            failing = true;
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
