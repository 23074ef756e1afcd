package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.error.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
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

    private final Blobs blobs;
    private final Entries entries;
    private final Clock clock;
    private final AtomicInteger steps = new AtomicInteger();

    Collector(Blobs blobs, Entries entries, Clock clock) {
        this.blobs = blobs;
        this.entries = entries;
        this.clock = clock;
    }

    /** Says that something was stored. */
    void step() {
        if (steps.incrementAndGet() % STEPS == 0) {
            collect();
        }
    }

    void collect() {
        try {
            Instant expiry = entries.expiry();
            if (expiry != null) {
                blobs.remove(ArtifactSql.where(ArtifactFilter.everyTenant()).storedUntil(expiry));
            }
            blobs.purgeLeftovers(Moments.before(clock.instant(), GRACE));
        } catch (StoreException e) {
            LOG.warn("what is left over in an artifact store was not removed; it is tried again later", e);
        }
    }
}
