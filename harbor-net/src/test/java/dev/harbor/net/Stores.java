package dev.harbor.net;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import java.nio.file.Path;

/** Opens doors to stores. */
final class Stores {

    private static final ArtifactScope SCOPE = new ArtifactScope(Identity.of("acme", "ada", "session-1"), "call-1");

    private Stores() {}

    static ScopedArtifacts memory() {
        return ScopedArtifacts.of(Artifacts.memoryStore(), SCOPE);
    }

    static ScopedArtifacts files(Path folder) {
        return ScopedArtifacts.of(Artifacts.fileStore(folder), SCOPE);
    }
}
