package dev.harbor.event;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands events to a slow sink on a thread of its own, in order, through a bounded buffer: when that is full, the oldest event is dropped and counted. It
 * never keeps a caller waiting.
 *
 * <p>Thread-safe.
 */
public final class AsyncEventSink implements EventSink, AutoCloseable {

    /** How many events wait when nothing else is said: {@value}. */
    public static final int DEFAULT_CAPACITY = 10_000;

    /** How long {@link #close()} waits for the sink when nothing else is said: 5 seconds. */
    public static final Duration DEFAULT_DRAIN_TIME = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(AsyncEventSink.class);

    private final EventSink sink;
    private final int capacity;
    private final Duration drainTime;
    private final Thread worker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<HarborEvent> buffer = new ArrayDeque<>();
    private long dropped;
    private boolean closed;
    private boolean abandoned;

    private AsyncEventSink(EventSink sink, int capacity, Duration drainTime) {
        this.sink = GuardedSinks.of(List.of(sink));
        this.capacity = capacity;
        this.drainTime = drainTime;
        this.worker = new Thread(this::work, "harbor-events");
        this.worker.setDaemon(true);
    }

    /** Starts a sink with {@link #DEFAULT_CAPACITY} and {@link #DEFAULT_DRAIN_TIME}. */
    public static AsyncEventSink open(EventSink sink) {
        return open(sink, DEFAULT_CAPACITY, DEFAULT_DRAIN_TIME);
    }

    /**
     * Starts a sink.
     *
     * @param capacity how many events may wait, 1 or more
     * @param drainTime how long {@link #close()} waits for the sink to take what is in the buffer; zero for not at all
     * @throws IllegalArgumentException if a bound is broken
     */
    public static AsyncEventSink open(EventSink sink, int capacity, Duration drainTime) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be 1 or more, got " + capacity);
        }
        if (drainTime.isNegative()) {
            throw new IllegalArgumentException("drainTime must not be negative, got " + drainTime);
        }
        AsyncEventSink opened = new AsyncEventSink(sink, capacity, drainTime);
        opened.worker.start();
        return opened;
    }

    /** Puts an event into the buffer; drops it if the sink is closed. */
    @Override
    public void accept(HarborEvent event) {
        Objects.requireNonNull(event, "event");
        lock.lock();
        try {
            if (closed) {
                dropped++;
                return;
            }
            if (buffer.size() == capacity) {
                dropOldest();
            }
            buffer.add(event);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void dropOldest() {
        buffer.remove();
        if (dropped++ == 0) {
            LOG.warn("an event sink is too slow: its buffer of {} events is full and the oldest are dropped", capacity);
        }
    }

    /** Returns how many events never reached the sink. */
    public long dropped() {
        lock.lock();
        try {
            return dropped;
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        for (HarborEvent event = next(); event != null; event = next()) {
            sink.accept(event);
        }
    }

    /** Waits for the next event; returns null when there will be none. */
    private @Nullable HarborEvent next() {
        lock.lock();
        try {
            while (buffer.isEmpty() && !closed) {
                // An interrupt means something only once the sink is given up, and then it is closed.
                changed.awaitUninterruptibly();
            }
            return abandoned ? null : buffer.poll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes no more events and waits for the sink to take the rest, at most for the drain time; then it is interrupted and the rest is dropped. May be called
     * more than once. When interrupted, it stops waiting and keeps the flag.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (Thread.currentThread() != worker && !hasEnded(drainTime)) {
            abandon();
        }
    }

    private boolean hasEnded(Duration patience) {
        try {
            TimeUnit.NANOSECONDS.timedJoin(worker, TimeUnit.NANOSECONDS.convert(patience));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !worker.isAlive();
    }

    private void abandon() {
        int lost;
        lock.lock();
        try {
            abandoned = true;
            lost = buffer.size();
            dropped += lost;
            buffer.clear();
        } finally {
            lock.unlock();
        }
        worker.interrupt();
        LOG.warn("an event sink was closed while it was busy: {} events that waited for it are dropped", lost);
    }
}
