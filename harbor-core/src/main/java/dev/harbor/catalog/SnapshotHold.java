package dev.harbor.catalog;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps the tools of a snapshot open until it is closed. A turn holds the snapshot that it advertised, so that a replacement meanwhile takes nothing from
 * it.
 *
 * <p>Thread-safe.
 */
public final class SnapshotHold implements AutoCloseable {

    private final CatalogSnapshot snapshot;
    private final AtomicBoolean counted;

    /** Creates a hold; one that is not counted has nothing to give up. */
    SnapshotHold(CatalogSnapshot snapshot, boolean counted) {
        this.snapshot = snapshot;
        this.counted = new AtomicBoolean(counted);
    }

    /** Returns what is held; it can be read after the hold is closed, but its tools may be closed then. */
    public CatalogSnapshot snapshot() {
        return snapshot;
    }

    /** Gives the snapshot up; tools that were replaced and that nobody holds any more are closed by this call. May be called more than once. */
    @Override
    public void close() {
        if (counted.get() && counted.compareAndSet(true, false)) {
            snapshot.release();
        }
    }
}
