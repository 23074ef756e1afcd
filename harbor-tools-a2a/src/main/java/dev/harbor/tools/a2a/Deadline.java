package dev.harbor.tools.a2a;

import java.time.Duration;

/** Is when something has to be over. Immutable. */
record Deadline(long endNanos) {

    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + nanos(time));
    }

    private static long nanos(Duration time) {
        return time.compareTo(Duration.ofDays(365)) > 0 ? Duration.ofDays(365).toNanos() : time.toNanos();
    }

    /** Returns what is left; zero when it is over. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
    }

    boolean isOver() {
        return left().isZero();
    }

    /** Returns this or the time from now, whichever is sooner. */
    Duration within(Duration time) {
        Duration left = left();
        return left.compareTo(time) < 0 ? left : time;
    }
}
