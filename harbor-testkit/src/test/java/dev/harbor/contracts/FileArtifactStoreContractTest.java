package dev.harbor.contracts;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.testkit.ArtifactStoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

final class FileArtifactStoreContractTest extends ArtifactStoreContract {

    @TempDir
    Path parent;

    private final Map<ArtifactStore, Path> folders = new HashMap<>();

    @Override
    protected ArtifactStore create(ArtifactLimits limits, Clock clock) throws IOException {
        return open(Files.createTempDirectory(parent, "store"), limits, clock);
    }

    @Override
    protected ArtifactStore reopen(ArtifactStore store, ArtifactLimits limits, Clock clock) {
        return open(folders.get(store), limits, clock);
    }

    private ArtifactStore open(Path folder, ArtifactLimits limits, Clock clock) {
        ArtifactStore store = Artifacts.fileStore(folder, limits, clock);
        folders.put(store, folder);
        return store;
    }
}
