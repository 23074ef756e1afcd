package dev.harbor.contracts;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.testkit.ArtifactStoreContract;
import java.time.Clock;

final class MemoryArtifactStoreContractTest extends ArtifactStoreContract {

    @Override
    protected ArtifactStore create(ArtifactLimits limits, Clock clock) {
        return Artifacts.memoryStore(limits, clock);
    }

    @Override
    protected ArtifactStore reopen(ArtifactStore store, ArtifactLimits limits, Clock clock) {
        return store;
    }
}
