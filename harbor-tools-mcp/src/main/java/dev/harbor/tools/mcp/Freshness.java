package dev.harbor.tools.mcp;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Says when a list is read again whose server says how long it holds and does not tell of changes: ever later while nothing changes, and not at the moment at
 * which others read it. Used with the lock of its host.
 */
final class Freshness {

    /** No list is read again sooner, whatever its server says. */
    static final Duration LEAST = Duration.ofMinutes(1);

    /** A list that never changes is read again so often, or as seldom as its server says. */
    static final Duration MOST = Duration.ofHours(1);

    private static final int MOST_DOUBLINGS = 6;
    private static final int JITTER_PARTS = 4;

    private int unchanged;

    /** Hears what became of a reading. */
    void read(boolean changed) {
        unchanged = changed ? 0 : Math.min(MOST_DOUBLINGS, unchanged + 1);
    }

    /** Returns how long to wait before a list is read again that holds so long. */
    Duration pause(Duration holds) {
        long base = Math.max(LEAST.toMillis(), holds.toMillis());
        long millis = Math.min(Math.max(MOST.toMillis(), base), base << unchanged);
        return Duration.ofMillis(millis + ThreadLocalRandom.current().nextLong(millis / JITTER_PARTS));
    }
}
