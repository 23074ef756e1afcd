package dev.harbor.testkit;

import dev.harbor.policy.Cancellation.Registration;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * Is a clock that stands still until it is moved. Hand it to whatever wants a {@link Clock}, and {@code clock::nanoTime} to what wants a source of
 * nanoseconds; both move together.
 *
 * <pre>{@code
 * ManualClock clock = ManualClock.create();
 * clock.schedule(Duration.ofSeconds(30), lease::expire);
 * clock.advance(Duration.ofMinutes(1));
 * }</pre>
 *
 * <p>While it moves it stops wherever something is due: what is scheduled runs on the moving thread, in the order of time, and sees the time it was
 * scheduled for. Threads that wait are woken as it passes; {@link #awaitWaiters} tells a test that they have come so far.
 *
 * <p>Thread-safe. One thread moves it at a time; others that want to wait for that to end.
 */
public final class ManualClock extends Clock {

    /** The time of a clock that was told none: {@code 2030-01-01T00:00:00Z}. */
    public static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private final Timeline timeline;
    private final ZoneId zone;

    private ManualClock(Timeline timeline, ZoneId zone) {
        this.timeline = timeline;
        this.zone = Objects.requireNonNull(zone, "zone");
    }

    /** Returns a clock at {@link #START}, in UTC. */
    public static ManualClock create() {
        return at(START);
    }

    /** Returns a clock at a time, in UTC. */
    public static ManualClock at(Instant start) {
        return new ManualClock(new Timeline(Objects.requireNonNull(start, "start")), ZoneOffset.UTC);
    }

    @Override
    public Instant instant() {
        return timeline.now();
    }

    /** Returns nanoseconds that move with the time; like those of a machine they begin anywhere, here below zero. */
    public long nanoTime() {
        return timeline.nanos();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** Returns a view of the same time in another zone; moving either moves both. */
    @Override
    public ManualClock withZone(ZoneId newZone) {
        return new ManualClock(timeline, newZone);
    }

    /**
     * Moves the clock. Returns when everything that was due has run; threads that were woken may still be on their way.
     *
     * @param time how far, zero or more
     * @throws IllegalArgumentException if it is negative
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("a clock does not go back, got " + time);
        }
        timeline.advance(now -> now.plus(time));
    }

    /**
     * Moves the clock to a time, which may be the present one.
     *
     * @throws IllegalArgumentException if the clock is past it
     */
    public void advanceTo(Instant time) {
        Objects.requireNonNull(time, "time");
        timeline.advance(now -> {
            if (time.isBefore(now)) {
                throw new IllegalArgumentException("a clock does not go back, it is " + now + ", not " + time);
            }
            return time;
        });
    }

    /**
     * Moves the clock to the next time that something is scheduled for or a thread waits for.
     *
     * @return how far it went; zero when nothing lies ahead
     */
    public Duration advanceToNext() {
        return timeline.advance(timeline::nextDue);
    }

    /**
     * Runs an action when the time has come, on the thread that moves the clock; a delay of zero runs at the next move. What it throws comes out of that
     * move.
     *
     * @param delay how long from now, zero or more
     * @return takes the action back
     * @throws IllegalArgumentException if the delay is negative
     */
    public Registration schedule(Duration delay, Runnable action) {
        Objects.requireNonNull(action, "action");
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay is zero or more, got " + delay);
        }
        return timeline.schedule(delay, action);
    }

    /**
     * Waits until the clock has moved so far. Returns at once when the time is zero or negative. There is no limit in real time.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void await(Duration time) throws InterruptedException {
        timeline.await(now -> now.plus(time));
    }

    /**
     * Waits until the clock has reached a time. There is no limit in real time.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitUntil(Instant time) throws InterruptedException {
        Objects.requireNonNull(time, "time");
        timeline.await(now -> time);
    }

    /** Returns how many threads wait for a time to come. */
    public int waiters() {
        return timeline.waiters();
    }

    /**
     * Waits in real time until so many threads, or more, wait for this clock.
     *
     * @throws AssertionError if that takes too long
     */
    public void awaitWaiters(int count) {
        timeline.awaitWaiters(count);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ManualClock that && timeline == that.timeline && zone.equals(that.zone);
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(timeline);
    }

    @Override
    public String toString() {
        return "ManualClock[" + instant() + "]";
    }
}
