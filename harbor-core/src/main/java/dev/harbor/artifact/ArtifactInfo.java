package dev.harbor.artifact;

import java.time.Instant;
import java.util.Objects;

/**
 * Describes a stored artifact.
 *
 * <p>Immutable.
 *
 * @param ref its content address
 * @param sizeBytes its size, 0 or more
 * @param scope who owns it and which task made it
 * @param options media type, name, namespace and source, as the first writer gave them
 * @param createdAt when it was stored first in this scope and namespace
 */
public record ArtifactInfo(
        ArtifactRef ref, long sizeBytes, ArtifactScope scope, ArtifactOptions options, Instant createdAt) {

    /** Checks that nothing is missing. */
    public ArtifactInfo {
        Objects.requireNonNull(ref, "ref");
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(createdAt, "createdAt");
        if (sizeBytes < 0) {
            throw new IllegalArgumentException("sizeBytes must not be negative, got " + sizeBytes);
        }
    }

    /** Returns the media type. */
    public String mediaType() {
        return options.mediaType();
    }
}
