package dev.harbor.testkit;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import java.time.Clock;

final class MemoryArtifactStoreContractTest extends ArtifactStoreContract {

    @Override
    protected ArtifactStore open(ArtifactLimits limits, Clock clock) {
        return Artifacts.memoryStore(limits, clock);
    }
}
