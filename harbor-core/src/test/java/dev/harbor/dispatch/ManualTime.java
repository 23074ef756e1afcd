package dev.harbor.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Is a nano source that moves only when a test says so, or, if it skips waits, whenever somebody waits. */
final class ManualTime implements LongSupplier, Sleeper {

    /** Near the end of the range, so that sums overflow in every test. */
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_234_567);

    private final List<Duration> waits = new CopyOnWriteArrayList<>();
    private final boolean skipsWaits;
    private volatile Runnable whileWaiting = () -> {};

    private ManualTime(boolean skipsWaits) {
        this.skipsWaits = skipsWaits;
    }

    /** Returns a time in which a wait takes no time at all and is noted. */
    static ManualTime skippingWaits() {
        return new ManualTime(true);
    }

    /** Returns a time in which a wait lasts until the test moves on. */
    static ManualTime standing() {
        return new ManualTime(false);
    }

    ManualTime whileWaiting(Runnable action) {
        whileWaiting = action;
        return this;
    }

    void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    /** Returns the time that lies a duration ahead. */
    long in(Duration ahead) {
        return nanos.get() + ahead.toNanos();
    }

    List<Duration> waits() {
        return waits;
    }

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    @Override
    public void park(long untilNanos) {
        if (!skipsWaits) {
            LockSupport.parkNanos(this, 500_000);
            return;
        }
        waits.add(Duration.ofNanos(untilNanos - nanos.get()));
        whileWaiting.run();
        nanos.set(untilNanos);
    }
}
