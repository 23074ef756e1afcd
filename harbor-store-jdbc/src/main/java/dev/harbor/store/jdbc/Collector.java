package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.Retention;
import dev.harbor.error.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what nobody can see: content that a crash left half-written, bytes that were removed while somebody read them, and what is too old. It runs now and then on
 * the thread of who stores something, and never fails it. Thread-safe.
 */
final class Collector {

    /** For how long what is left over may still belong to a process that lives. */
    static final Duration GRACE = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(Collector.class);
    private static final int STEPS = 64;
    private static final int PASSES_AN_AGE = 8;

    private final Blobs blobs;
    private final Entries entries;
    private final Retention retention;
    private final Clock clock;
    private final @Nullable Duration pause;
    private final AtomicReference<@Nullable Instant> lastPass = new AtomicReference<>();
    private final AtomicInteger steps = new AtomicInteger();

    Collector(Blobs blobs, Entries entries, Retention retention, ArtifactLimits limits, Clock clock) {
        this.blobs = blobs;
        this.entries = entries;
        this.retention = retention;
        this.pause = limits.maxAge().map(age -> age.dividedBy(PASSES_AN_AGE)).orElse(null);
        this.clock = clock;
    }

    /** Says that something was stored. */
    void step() {
        if (isDue()) {
            tryTo(this::removeExpired);
        }
        if (steps.incrementAndGet() % STEPS == 0) {
            collectLeftovers();
        }
    }

    /** Each pass asks about every task that has something old, so there are not more of them than it takes. */
    private boolean isDue() {
        Instant now = clock.instant();
        Instant last = lastPass.get();
        return pause != null
                && (last == null || Duration.between(last, now).compareTo(pause) >= 0)
                && lastPass.compareAndSet(last, now);
    }

    /** Removes what a crash left. What is old stays until something is stored: only then is it known what is pinned. */
    void collectLeftovers() {
        tryTo(() -> blobs.purgeLeftovers(Moments.before(clock.instant(), GRACE)));
    }

    /** Removes what is too old and not pinned. */
    void removeExpired() {
        Retention.Pass pass = retention.pass();
        for (ArtifactScope task : entries.old(ArtifactSql.where(ArtifactFilter.everyTenant()), pass)) {
            if (!pass.isPinned(task)) {
                blobs.remove(ArtifactSql.where(ArtifactFilter.task(task))
                        .storedUntil(Objects.requireNonNull(pass.expiry())));
            }
        }
    }

    private static void tryTo(Runnable collection) {
        try {
            collection.run();
        } catch (StoreException e) {
            LOG.warn("what is left over in an artifact store was not removed; it is tried again later", e);
        }
    }
}
