package dev.harbor.testkit;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

final class FileArtifactStoreContractTest extends PersistentArtifactStoreContract {

    @TempDir
    Path parent;

    private Path last = Path.of("");

    @Override
    protected ArtifactStore open(ArtifactLimits limits, Clock clock) throws IOException {
        last = Files.createTempDirectory(parent, "store");
        return Artifacts.fileStore(last, limits, clock);
    }

    @Override
    protected ArtifactStore reopen(ArtifactLimits limits, Clock clock) {
        return Artifacts.fileStore(last, limits, clock);
    }
}
