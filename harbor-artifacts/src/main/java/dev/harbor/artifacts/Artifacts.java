package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactStore;
import java.nio.file.Path;
import java.time.Clock;

/** Makes artifact stores. */
public final class Artifacts {

    private Artifacts() {}

    public static ArtifactStore fileStore(Path directory, ArtifactLimits limits, Clock clock) {
        return FileArtifactStore.open(directory, limits, clock);
    }

    public static ArtifactStore memoryStore(ArtifactLimits limits, Clock clock) {
        return new MemoryArtifactStore(limits, clock);
    }
}
