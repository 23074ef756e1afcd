package dev.harbor.artifact;

import dev.harbor.error.StoreException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides for a store what has expired: what is older than {@link ArtifactLimits#maxAge()} and not pinned. Whoever writes a store in which things expire has
 * one of these and begins a {@link Pass} for each operation.
 *
 * <p>Thread-safe.
 */
public final class Retention {

    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    private final ArtifactLimits limits;
    private final Clock clock;
    private volatile ArtifactPins pins = ArtifactPins.NONE;

    /** Creates one that pins nothing yet. */
    public Retention(ArtifactLimits limits, Clock clock) {
        this.limits = Objects.requireNonNull(limits, "limits");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Says what is pinned from now on. */
    public void heed(ArtifactPins value) {
        pins = Objects.requireNonNull(value, "pins");
    }

    /** Begins to look at artifacts, all at this moment. */
    public Pass pass() {
        return new Pass(limits, clock.instant(), pins);
    }

    /** Is one look at artifacts, which asks about each task once. Not thread-safe. */
    public static final class Pass {

        private final ArtifactPins pins;
        private final @Nullable Instant expiry;
        private final Map<ArtifactScope, Boolean> answers = new HashMap<>();
        private boolean hasFailed;

        private Pass(ArtifactLimits limits, Instant now, ArtifactPins pins) {
            this.pins = pins;
            this.expiry = limits.maxAge().map(age -> before(now, age)).orElse(null);
        }

        private static Instant before(Instant now, Duration age) {
            try {
                return now.minus(age);
            } catch (DateTimeException | ArithmeticException e) {
                return Instant.MIN;
            }
        }

        /** Returns the moment of which is old what was stored last then or before; null when nothing ever is. */
        public @Nullable Instant expiry() {
            return expiry;
        }

        /** Tells whether what was stored last at a moment is old; it has expired unless it is pinned. Asks nobody. */
        public boolean isOld(Instant lastStored) {
            Objects.requireNonNull(lastStored, "lastStored");
            return expiry != null && !lastStored.isAfter(expiry);
        }

        /** Tells whether what a task stored is kept however old it is. May block: not under a lock, and not in a transaction. */
        public boolean isPinned(ArtifactScope scope) {
            Objects.requireNonNull(scope, "scope");
            return expiry != null && answers.computeIfAbsent(scope, each -> ask(each, expiry));
        }

        /** Tells whether what a task stored last at a moment has expired; see {@link #isPinned} when it is old. */
        public boolean isExpired(ArtifactScope scope, Instant lastStored) {
            Objects.requireNonNull(scope, "scope");
            return isOld(lastStored) && !isPinned(scope);
        }

        /** One failure is enough to know that nothing can be known: the rest of the pass keeps everything without asking again. */
        private boolean ask(ArtifactScope scope, Instant moment) {
            if (hasFailed) {
                return true;
            }
            try {
                return pins.isPinned(scope, moment);
            } catch (StoreException e) {
                LOG.warn("nobody can tell which artifacts runs still need, so nothing expires for now", e);
                hasFailed = true;
                return true;
            }
        }
    }
}
