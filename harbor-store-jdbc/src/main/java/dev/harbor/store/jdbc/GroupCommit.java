package dev.harbor.store.jdbc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets appends that come at the same time share a commit. Who is alone writes on its own thread; who comes while somebody writes is taken along by one thread
 * that writes all that waits at once. That thread begins with the first that has to wait and ends on {@link #close}. Thread-safe.
 */
final class GroupCommit {

    /** The most appends of one commit. */
    static final int MAX_GROUP = 512;

    /** No append is added to a commit that has so many bytes. */
    static final long FULL_GROUP_BYTES = 16L << 20;

    private final Medium medium;
    private final String closedMessage;
    private final AtomicLong appends = new AtomicLong();
    private final AtomicLong groups = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<PendingAppend> waiting = new ArrayDeque<>();
    private boolean busy;
    private boolean closed;
    private @Nullable Thread flusher;

    /** Is what appends are written to. */
    @FunctionalInterface
    interface Medium {

        /** Writes appends and ends each of them; throws nothing that is meant for one of them. */
        void write(List<PendingAppend> group);
    }

    GroupCommit(Medium medium, String closedMessage) {
        this.medium = medium;
        this.closedMessage = closedMessage;
    }

    /** Returns when the append is durable, or throws what came of it. */
    long append(PendingAppend append) {
        if (takeTurnOrWait(append)) {
            try {
                write(List.of(append));
            } finally {
                giveTurn();
            }
        }
        return append.await();
    }

    /** Returns true if the caller has to write, false if somebody else will. */
    private boolean takeTurnOrWait(PendingAppend append) {
        lock.lock();
        try {
            if (closed) {
                throw Failures.closed(closedMessage);
            }
            if (!busy && waiting.isEmpty()) {
                busy = true;
                return true;
            }
            waiting.add(append);
            startFlusher();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void startFlusher() {
        if (flusher == null) {
            flusher = new Thread(null, this::flush, "harbor-journal-flush", 0, false);
            flusher.setDaemon(true);
            flusher.start();
        }
    }

    private void giveTurn() {
        lock.lock();
        try {
            busy = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void flush() {
        for (List<PendingAppend> group = next(); !group.isEmpty(); group = next()) {
            try {
                write(group);
            } finally {
                giveTurn();
            }
        }
    }

    private void write(List<PendingAppend> group) {
        groups.incrementAndGet();
        appends.addAndGet(group.size());
        try {
            medium.write(group);
        } catch (RuntimeException e) {
            endLeft(group, append -> append.failed(e));
        } finally {
            // An error of the virtual machine must not leave anybody waiting.
            endLeft(group, PendingAppend::refuse);
        }
    }

    private static void endLeft(List<PendingAppend> group, Consumer<PendingAppend> end) {
        for (PendingAppend append : group) {
            if (!append.isOver()) {
                end.accept(append);
            }
        }
    }

    /** Waits for the next turn and returns what to write; nothing once it is closed and all is written. */
    private List<PendingAppend> next() {
        lock.lock();
        try {
            while (busy || waiting.isEmpty()) {
                if (closed && !busy) {
                    return List.of();
                }
                changed.awaitUninterruptibly();
            }
            busy = true;
            return group();
        } finally {
            lock.unlock();
        }
    }

    private List<PendingAppend> group() {
        List<PendingAppend> group = new ArrayList<>();
        long bytes = 0;
        while (!waiting.isEmpty() && group.size() < MAX_GROUP && bytes < FULL_GROUP_BYTES) {
            PendingAppend next = waiting.remove();
            bytes += next.bytes();
            group.add(next);
        }
        return group;
    }

    /** Returns how many appends were written, refused ones included. */
    long appends() {
        return appends.get();
    }

    /** Returns how many groups they were written in, a commit each. */
    long groups() {
        return groups.get();
    }

    /** Returns how many wait for somebody else to write. */
    int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Writes what waits and ends the thread. Later appends are refused. */
    void close() {
        Thread ending;
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            while (busy) {
                changed.awaitUninterruptibly();
            }
            ending = flusher;
        } finally {
            lock.unlock();
        }
        if (ending != null) {
            Interrupts.putOff(() -> end(ending));
        }
    }

    private static boolean end(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return true;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
