package dev.harbor.tools.mcp;

import java.time.Duration;

/** Says how long to wait before a server is started or connected to again: at once after a good time, then ever longer. */
final class Pauses {

    /** A connection that lived so long was a good one. */
    static final Duration GOOD = Duration.ofSeconds(10);

    private static final long BASE_MILLIS = 250;
    private static final long MOST_MILLIS = 60_000;
    private static final int MOST_DOUBLINGS = 10;

    private Pauses() {}

    /** Returns how long to wait after so many failures in a row. */
    static Duration after(int failures) {
        if (failures <= 0) {
            return Duration.ZERO;
        }
        long millis = BASE_MILLIS << Math.min(failures - 1, MOST_DOUBLINGS);
        return Duration.ofMillis(Math.min(millis, MOST_MILLIS));
    }
}
