package dev.harbor.testkit;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Guards a piece of state and lets threads wait until what another thread changes there holds. Thread-safe. */
final class Signal {

    /** How long what waits for another thread waits at most, in seconds of real time. */
    static final int PATIENCE_SECONDS = 30;

    static final Duration PATIENCE = Duration.ofSeconds(PATIENCE_SECONDS);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    <T> T get(Supplier<T> reading) {
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }

    /** Changes the state and wakes whoever waits for it. */
    <T> T change(Supplier<T> change) {
        lock.lock();
        try {
            T result = change.get();
            changed.signalAll();
            return result;
        } finally {
            lock.unlock();
        }
    }

    void change(Runnable change) {
        change(() -> {
            change.run();
            return true;
        });
    }

    /** Waits until the condition, which is asked under the lock, holds. */
    void await(BooleanSupplier condition) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits like {@link #await} but keeps an interrupt for later. */
    void awaitUninterruptibly(BooleanSupplier condition) {
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits like {@link #await(BooleanSupplier)}, for so long at most, and returns whether the condition holds. */
    boolean await(BooleanSupplier condition, Duration limit) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = limit.toNanos();
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the condition holds, or fails at the end of the limit with what the description says then. */
    void expect(BooleanSupplier condition, Duration limit, Supplier<String> description) {
        try {
            if (!await(condition, limit)) {
                throw new AssertionError("waited " + limit + " in vain: " + get(description));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting: " + get(description), e);
        }
    }
}
