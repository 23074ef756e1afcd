package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactInfo;

/**
 * Is an entry of a store and where its bytes are. Immutable.
 *
 * @param info what the entry says
 * @param blob stands for the bytes
 */
record Stored(ArtifactInfo info, long blob) {}
