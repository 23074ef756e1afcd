package dev.harbor.spring.boot;

import dev.harbor.error.ConfigurationException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for runs that nobody drives any more, at once and then again and again, until it is closed. One daemon thread. */
final class OrphanWatch implements AutoCloseable {

    static final String THREAD = "harbor-orphans";

    private static final Logger LOG = LoggerFactory.getLogger(OrphanWatch.class);
    private static final Duration CLOSE_BOUND = Duration.ofSeconds(10);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(OrphanWatch::thread);
    private final Duration every;
    private final Runnable look;

    /** Only for the thread of the timer. */
    private boolean failing;

    OrphanWatch(Duration every, Runnable look) {
        this.every = every;
        this.look = look;
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, THREAD, 0, false);
        thread.setDaemon(true);
        return thread;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the task catches and reports all there is, and ends with the timer
    void start() {
        timer.scheduleWithFixedDelay(this::run, 0, TimeUnit.NANOSECONDS.convert(every), TimeUnit.NANOSECONDS);
    }

    /** A journal that is away may be back next time, so what fails is told at its beginning. One that isn't there at all does not come later. */
    private void run() {
        try {
            look.run();
            failing = false;
        } catch (ConfigurationException e) {
            LOG.debug("nobody looks for runs to go on with", e);
            timer.shutdown();
        } catch (RuntimeException | Error e) {
            if (!failing) {
                LOG.warn("looking for runs that nobody drives any more failed; it goes on every {}", every, e);
            }
            failing = true;
        }
    }

    /** Says whether nothing is looked for any more, for whatever reason. */
    boolean isOver() {
        return timer.isTerminated();
    }

    /** Looks no more, and waits for a look that is under way: who closes the runtime next must know of all that it drives. */
    @Override
    public void close() {
        timer.shutdown();
        try {
            if (!timer.awaitTermination(CLOSE_BOUND.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("a look for runs that nobody drives any more did not end within {} of closing", CLOSE_BOUND);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
