package dev.harbor.testkit;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.identity.Identity;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** Holds nothing and takes nothing: what a fake context has when the test gives it no artifacts. */
final class NoArtifacts implements ArtifactStore {

    private NoArtifacts() {}

    static ScopedArtifacts of(ArtifactScope scope) {
        return ScopedArtifacts.of(new NoArtifacts(), scope);
    }

    @Override
    public ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) {
        throw new IllegalStateException("the context was built without artifacts");
    }

    @Override
    public Optional<ArtifactInfo> find(Identity session, ArtifactRef ref) {
        return Optional.empty();
    }

    @Override
    public Optional<InputStream> open(Identity session, ArtifactRef ref, long offset) {
        return Optional.empty();
    }

    @Override
    public boolean delete(ArtifactScope scope, ArtifactRef ref) {
        return false;
    }

    @Override
    public List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
        return List.of();
    }

    @Override
    public long erase(ArtifactFilter filter) {
        return 0;
    }

    @Override
    public void close() {}
}
