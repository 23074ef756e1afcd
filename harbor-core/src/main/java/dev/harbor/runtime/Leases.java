package dev.harbor.runtime;

import dev.harbor.error.StoreException;
import dev.harbor.history.Leased;
import dev.harbor.history.RunStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Extends the claims of the runs that are driven and the loops that are open here, so that a long call is not taken for a dead process. One thread, which lives while runs do. */
final class Leases implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
    private static final long EVERY_MILLIS = RunStream.LEASE.toMillis() / 3;

    private final Set<Leased> held = ConcurrentHashMap.newKeySet();
    private final Object lock = new Object();
    private @Nullable ScheduledExecutorService timer;
    private boolean closed;

    @SuppressWarnings("FutureReturnValueIgnored") // the task catches and reports all there is, and ends with the timer
    void hold(Leased stream) {
        held.add(stream);
        synchronized (lock) {
            if (timer == null && !closed) {
                timer = Executors.newSingleThreadScheduledExecutor(Leases::thread);
                timer.scheduleWithFixedDelay(this::renew, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, "harbor-leases", 0, false);
        thread.setDaemon(true);
        return thread;
    }

    void letGo(Leased stream) {
        held.remove(stream);
    }

    /** Extends every claim that is held, once. */
    void renew() {
        held.forEach(Leases::renew);
    }

    /** A journal that is away may be back next time; of a run that was taken over the next record is refused, and that ends its drive. */
    private static void renew(Leased stream) {
        try {
            stream.renew();
        } catch (StoreException e) {
            LOG.warn("the claim of {} could not be extended: {}", stream, e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("extending the claim of {} failed", stream, e);
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            if (timer != null) {
                timer.shutdownNow();
            }
        }
    }
}
