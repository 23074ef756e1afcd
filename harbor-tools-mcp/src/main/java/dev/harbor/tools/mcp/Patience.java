package dev.harbor.tools.mcp;

import dev.harbor.policy.Cancellation;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says how long somebody waits for an answer: in all, and without a sign of life. Thread-safe. */
final class Patience {

    private static final long NEVER = Long.MAX_VALUE >> 2;

    private final Ticks ticks;
    private final long endNanos;
    private final long silenceNanos;
    private final Cancellation cancellation;
    private volatile long signNanos;

    private Patience(Ticks ticks, long totalNanos, long silenceNanos, Cancellation cancellation) {
        this.ticks = ticks;
        this.signNanos = ticks.nanos();
        this.endNanos = signNanos + totalNanos;
        this.silenceNanos = silenceNanos;
        this.cancellation = cancellation;
    }

    static Patience of(Ticks ticks, Duration total, Cancellation cancellation) {
        return new Patience(ticks, nanos(total), NEVER, cancellation);
    }

    static Patience of(Ticks ticks, Optional<Duration> total, Duration silence, Cancellation cancellation) {
        return new Patience(ticks, total.map(Patience::nanos).orElse(NEVER), nanos(silence), cancellation);
    }

    private static long nanos(Duration time) {
        return time.toSeconds() >= NEVER / 1_000_000_000L ? NEVER : time.toNanos();
    }

    /** Begins the time of silence anew. */
    void sign() {
        signNanos = ticks.nanos();
    }

    /** Returns how long to wait yet; zero or less if that is over. */
    long leftNanos() {
        long now = ticks.nanos();
        return Math.min(endNanos - now, signNanos + silenceNanos - now);
    }

    boolean isOver() {
        return leftNanos() <= 0;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    Ticks ticks() {
        return ticks;
    }

    /** Returns why the waiting ended. */
    LinkFailure failure(String what) {
        @Nullable String reason = cancellation.reason();
        if (reason != null) {
            return LinkFailure.cancelled(what + " was cancelled: " + reason);
        }
        return LinkFailure.timeout("the server did not answer " + what + " in time");
    }
}
