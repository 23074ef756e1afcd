package dev.harbor.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts tools whose time is over or whose call was cancelled. One daemon looks at all armed nodes every 10 ms; it starts with the first and ends
 * when there was none for a while. Arming costs a compare-and-set and no lock.
 *
 * <p>Thread-safe.
 */
final class DeadlineScanner implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DeadlineScanner.class);

    private static final int FIRST_CELLS = 1024;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final long CLOSE_MILLIS = 1000;

    private static final int STOPPED = 0;
    private static final int RUNNING = 1;
    private static final int CLOSED = 2;

    private final LongSupplier nanoTime;
    private final long intervalNanos;
    private final int idleScans;
    private final Object lock = new Object();
    private final AtomicInteger state = new AtomicInteger(STOPPED);
    private volatile @Nullable Thread thread;
    /** The newest last, and only that one takes new nodes. */
    private volatile List<AtomicReferenceArray<@Nullable DeadlineNode>> tables =
            List.of(new AtomicReferenceArray<>(FIRST_CELLS));

    DeadlineScanner(LongSupplier nanoTime) {
        this(nanoTime, Duration.ofMillis(10), 500);
    }

    /**
     * Creates a scanner.
     *
     * @param interval the time between two scans
     * @param idleScans after how many scans without a node the daemon ends
     */
    DeadlineScanner(LongSupplier nanoTime, Duration interval, int idleScans) {
        this.nanoTime = nanoTime;
        this.intervalNanos = interval.toNanos();
        this.idleScans = idleScans;
    }

    /** Takes a node into account until it is disarmed. */
    void arm(DeadlineNode node) {
        List<AtomicReferenceArray<@Nullable DeadlineNode>> known = tables;
        while (!hang(node, known.get(known.size() - 1))) {
            known = grow(known);
        }
        if (state.get() == STOPPED) {
            start(node);
        }
    }

    /**
     * Takes a node back, on its own thread. On return the thread's interrupt flag is what it would be without this node: if the tool ended with an
     * {@link InterruptedException}, it consumed the node's interrupt, and a flag that is set now is somebody else's.
     *
     * @param thrown what the tool threw, or null
     */
    void disarm(DeadlineNode node, @Nullable Throwable thrown) {
        if (!node.retire()) {
            return;
        }
        if (!(thrown instanceof InterruptedException)) {
            Thread.interrupted();
        }
        if (isFiredForCallerOf(node)) {
            node.thread().interrupt();
        }
    }

    /** A call from inside a tool takes back its own interrupt, but the one that was meant for that tool must stay. */
    private boolean isFiredForCallerOf(DeadlineNode node) {
        for (AtomicReferenceArray<@Nullable DeadlineNode> cells : tables) {
            for (int i = 0; i < cells.length(); i++) {
                DeadlineNode other = cells.get(i);
                if (other != null && other.thread() == node.thread() && other.isFired()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hang(DeadlineNode node, AtomicReferenceArray<@Nullable DeadlineNode> cells) {
        int mask = cells.length() - 1;
        int start = (int) ((node.thread().getId() * SPREAD) >>> 40);
        // All nodes of a thread start at one cell, so a table that grew after few probes would double with the depth of nesting.
        for (int probe = 0; probe < cells.length() / 4; probe++) {
            int i = (start + probe) & mask;
            if (cells.get(i) == null && cells.compareAndSet(i, null, node)) {
                node.hang(cells, i);
                return true;
            }
        }
        return false;
    }

    private List<AtomicReferenceArray<@Nullable DeadlineNode>> grow(
            List<AtomicReferenceArray<@Nullable DeadlineNode>> full) {
        synchronized (lock) {
            if (tables.size() == full.size()) {
                List<AtomicReferenceArray<@Nullable DeadlineNode>> more = new ArrayList<>(full);
                more.add(new AtomicReferenceArray<>(full.get(full.size() - 1).length() * 2));
                tables = List.copyOf(more);
            }
            return tables;
        }
    }

    private void start(DeadlineNode node) {
        if (!state.compareAndSet(STOPPED, RUNNING)) {
            return;
        }
        try {
            Thread daemon = new Thread(null, this::scan, "harbor-deadlines", 0, false);
            daemon.setDaemon(true);
            thread = daemon;
            daemon.start();
        } catch (Throwable noThread) {
            node.retire();
            state.set(STOPPED);
            throw noThread;
        }
    }

    private void scan() {
        int idle = 0;
        while (state.get() == RUNNING) {
            LockSupport.parkNanos(this, intervalNanos);
            Thread.interrupted();
            idle = scanOnce() == 0 ? idle + 1 : 0;
            if (idle >= idleScans && stopped()) {
                return;
            }
        }
    }

    /** Who arms hangs the node first and looks at the state then; here it is the other way round, so that one of the two sees the other. */
    private boolean stopped() {
        state.compareAndSet(RUNNING, STOPPED);
        return scanOnce() == 0 || !state.compareAndSet(STOPPED, RUNNING);
    }

    /** Returns how many nodes there are, or 1 if that can't be told; the daemon outlives whatever goes wrong with one of them. */
    private int scanOnce() {
        try {
            return fireWhatIsDue();
        } catch (Throwable thrown) {
            LOG.error("a scan for deadlines failed", thrown);
            return 1;
        }
    }

    private int fireWhatIsDue() {
        int seen = 0;
        long now = nanoTime.getAsLong();
        for (AtomicReferenceArray<@Nullable DeadlineNode> cells : tables) {
            for (int i = 0; i < cells.length(); i++) {
                DeadlineNode node = cells.get(i);
                if (node != null) {
                    seen++;
                    node.fireIfDue(now);
                }
            }
        }
        return seen;
    }

    /** Ends the daemon; what is armed fires no more. May be called more than once. */
    @Override
    public void close() {
        state.set(CLOSED);
        Thread daemon = thread;
        if (daemon == null) {
            return;
        }
        LockSupport.unpark(daemon);
        try {
            daemon.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
