/**
 * Artifact stores in memory and in files, offload of heavy results, and the guard at the model's edge. {@link dev.harbor.artifacts.Artifacts} is the way
 * in: it makes what a runtime takes as its context safety.
 */
@NullMarked
package dev.harbor.artifacts;

import org.jspecify.annotations.NullMarked;
