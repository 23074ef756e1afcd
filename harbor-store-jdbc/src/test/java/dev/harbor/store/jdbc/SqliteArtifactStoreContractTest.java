package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.testkit.ArtifactStoreContract;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

final class SqliteArtifactStoreContractTest extends ArtifactStoreContract {

    private final Map<ArtifactStore, Path> files = new HashMap<>();

    @TempDir
    Path folder;

    @Override
    protected ArtifactStore create(ArtifactLimits limits, Clock clock) {
        return open(folder.resolve(files.size() + ".db"), limits, clock);
    }

    @Override
    protected ArtifactStore reopen(ArtifactStore store, ArtifactLimits limits, Clock clock) {
        return open(files.get(store), limits, clock);
    }

    private ArtifactStore open(Path file, ArtifactLimits limits, Clock clock) {
        ArtifactStore store =
                JdbcArtifactStore.builder().limits(limits).clock(clock).sqlite(file);
        files.put(store, file);
        return store;
    }
}
