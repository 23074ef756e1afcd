package dev.harbor.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tools on threads other than their caller's: virtual ones where the JVM has them, else platform threads that grow on demand, or an executor of the
 * embedder's. There is a cap and no queue: what finds no free slot is refused at once. A slot is taken until the work has really ended, also when its
 * caller has gone on without it.
 *
 * <p>Thread-safe.
 */
public final class Workers implements Executor, AutoCloseable {

    /** The most tasks at once on platform threads, {@value}; that many threads may exist. */
    public static final int PLATFORM_CAP = 256;

    /** The most tasks at once on virtual threads: {@value}. */
    public static final int VIRTUAL_CAP = 10_000;

    /** How long an idle platform thread lives: 30 seconds. */
    public static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final Duration CLOSE_BOUND = Duration.ofSeconds(5);
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final int cap;
    private final Semaphore slots;
    private final Executor threads;
    private final @Nullable PlatformThreads pool;
    private final Set<Work> running = ConcurrentHashMap.newKeySet();
    private final AtomicInteger abandoned = new AtomicInteger();
    private volatile boolean closed;

    private Workers(int cap, Executor threads, @Nullable PlatformThreads pool) {
        this.cap = cap;
        this.slots = new Semaphore(cap);
        this.threads = threads;
        this.pool = pool;
    }

    /** Returns workers on virtual threads where the JVM has them, else on platform threads. */
    public static Workers create(String name) {
        return VirtualThreads.areAvailable() ? virtual(name, VIRTUAL_CAP) : platform(name, PLATFORM_CAP, KEEP_ALIVE);
    }

    /** Returns workers on an executor, which decides how many tasks run at once and is not closed with them. */
    public static Workers over(Executor executor) {
        return new Workers(Integer.MAX_VALUE, Objects.requireNonNull(executor, "executor"), null);
    }

    static Workers platform(String name, int cap, Duration keepAlive) {
        PlatformThreads pool = new PlatformThreads(name, cap, keepAlive);
        return new Workers(cap, pool, pool);
    }

    /** Returns workers on virtual threads, which only a JVM since 21 has. */
    static Workers virtual(String name, int cap) {
        ThreadFactory factory = VirtualThreads.factory(name);
        return new Workers(
                cap, task -> factory.newThread(() -> OffThread.guarded(task)).start(), null);
    }

    /**
     * Runs a task.
     *
     * @throws RejectedExecutionException if no slot is free or the workers are closed
     */
    @Override
    public void execute(Runnable task) {
        if (!start(new PlainWork(this, Objects.requireNonNull(task, "task")))) {
            throw new RejectedExecutionException(
                    closed ? "the workers are closed" : "all " + cap + " workers are taken");
        }
    }

    /** Starts work that calls {@link #ended} when it is over. Returns false if it was not and will not be started. */
    boolean start(Work work) {
        if (closed || !slots.tryAcquire()) {
            return false;
        }
        running.add(work);
        try {
            if (!closed) {
                threads.execute(work);
                return true;
            }
        } catch (RejectedExecutionException | OutOfMemoryError busy) {
            // The error is how the JVM says that it can't make one more thread.
            LOG.debug("a worker could not be had", busy);
        }
        ended(work);
        return false;
    }

    /** Frees the slot of work that is over. */
    void ended(Work work) {
        if (running.remove(work)) {
            if (pool != null) {
                pool.ended(work);
            }
            slots.release();
        }
    }

    /** Returns whether a caller may wait awake for its task: these are platform threads, and there is a processor for each task and for each caller. */
    boolean haveProcessorLeft() {
        return pool != null && 2 * (cap - slots.availablePermits()) <= PROCESSORS;
    }

    /** Counts one more attempt that runs on without its caller, and returns how many there are. */
    int abandon() {
        return abandoned.incrementAndGet();
    }

    /** Takes one such attempt off the count. */
    void regain() {
        abandoned.decrementAndGet();
    }

    /** Returns how many attempts are still running after their callers went on without them. */
    public int abandoned() {
        return abandoned.get();
    }

    boolean isClosed() {
        return closed;
    }

    /** Does {@link #close(Duration)} within 5 seconds. */
    @Override
    public void close() {
        close(CLOSE_BOUND);
    }

    /**
     * Starts nothing more, interrupts what runs, and waits for it up to a bound. May be called more than once. An interrupt of the caller ends the
     * waiting; its flag is kept.
     *
     * @return how much did not end and was abandoned; its daemon threads are all that is left
     */
    int close(Duration bound) {
        closed = true;
        running.forEach(work -> work.interrupt("the runtime is closing"));
        List<Thread> toJoin = pool == null ? List.of() : pool.close();
        try {
            if (slots.tryAcquire(cap, TimeUnit.NANOSECONDS.convert(bound), TimeUnit.NANOSECONDS)) {
                slots.release(cap);
                for (Thread thread : toJoin) {
                    thread.join(bound.toMillis());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int left = running.size();
        if (left > 0) {
            LOG.warn("{} tasks did not end within {} of closing and were abandoned", left, bound);
        }
        return left;
    }
}
