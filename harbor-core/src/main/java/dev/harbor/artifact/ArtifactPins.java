package dev.harbor.artifact;

import dev.harbor.error.StoreException;
import java.time.Instant;

/**
 * Knows what must not expire: a store in which artifacts expire asks it before it takes one for gone. A runtime with a journal answers from the heads of its
 * runs: what a run stored or named is pinned until the run has ended, and ages from then on.
 *
 * <p>Thread-safe. A store holds no lock and no transaction while it asks.
 */
@FunctionalInterface
public interface ArtifactPins {

    /** Pins nothing, so that age alone counts. */
    ArtifactPins NONE = (scope, expiry) -> false;

    /**
     * Tells whether what a task stored is kept although it was stored at a moment or before: the task is not over, or was so only after that moment. May block.
     *
     * @param scope the task
     * @param expiry the moment at which or before which things happened that are too old
     * @throws StoreException if nobody can tell now; the artifact is kept then
     */
    boolean isPinned(ArtifactScope scope, Instant expiry);
}
