package dev.harbor.inspector;

import dev.harbor.event.HarborEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Holds the events that wait for one reader. One that falls behind is let go: what is told live is worth nothing with gaps. Thread-safe. */
final class LiveQueue implements AutoCloseable {

    /** Says how it is with a reader. */
    enum State {
        LISTENING,
        /** It was too slow. */
        LOST,
        CLOSED
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<HarborEvent> waiting = new ArrayDeque<>();
    private final Predicate<HarborEvent> which;
    private final int most;
    private final Runnable onLoss;
    private final Consumer<LiveQueue> leave;
    private State state = State.LISTENING;

    LiveQueue(Predicate<HarborEvent> which, int most, Runnable onLoss, Consumer<LiveQueue> leave) {
        this.which = which;
        this.most = most;
        this.onLoss = onLoss;
        this.leave = leave;
    }

    void offer(HarborEvent event) {
        if (which.test(event) && !hasTaken(event)) {
            end(State.LOST);
            onLoss.run();
        }
    }

    private boolean hasTaken(HarborEvent event) {
        lock.lock();
        try {
            if (state != State.LISTENING) {
                return true;
            }
            if (waiting.size() == most) {
                return false;
            }
            waiting.add(event);
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for an event; null when none came in time, or none will. When interrupted, it keeps the flag and is closed. */
    @Nullable
    HarborEvent next(Duration patience) {
        lock.lock();
        try {
            long left = TimeUnit.NANOSECONDS.convert(patience);
            while (waiting.isEmpty() && state == State.LISTENING && left > 0) {
                left = changed.awaitNanos(left);
            }
            return waiting.poll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            state = State.CLOSED;
            return null;
        } finally {
            lock.unlock();
        }
    }

    State state() {
        lock.lock();
        try {
            return state;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        end(State.CLOSED);
    }

    private void end(State how) {
        lock.lock();
        try {
            state = state == State.LISTENING ? how : state;
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        leave.accept(this);
    }
}
