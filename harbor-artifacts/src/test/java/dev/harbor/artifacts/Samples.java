package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.InputStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What several tests begin with. */
final class Samples {

    static final Identity ADA = Identity.of("acme", "ada", "s1");
    static final ArtifactScope RUN = new ArtifactScope(ADA, "run-1");
    static final ArtifactOptions BYTES = ArtifactOptions.of(ArtifactOptions.DEFAULT_MEDIA_TYPE);
    static final Clock CLOCK = Clock.fixed(Instant.parse("2030-01-01T00:00:00Z"), ZoneOffset.UTC);

    private Samples() {}

    static byte[] random(int size, long seed) {
        byte[] content = new byte[size];
        new Random(seed).nextBytes(content);
        return content;
    }

    static byte[] read(ScopedArtifacts artifacts, ArtifactRef ref) throws java.io.IOException {
        try (InputStream in = artifacts.open(ref)) {
            return in.readAllBytes();
        }
    }

    /** Returns a store on which everything fails as a broken disk does. */
    static ArtifactStore broken() {
        return new BrokenStore();
    }

    private static final class BrokenStore implements ArtifactStore {

        private static StoreException failed() {
            return new StoreException(ErrorCode.STORE_FAILED, "the disk is broken");
        }

        @Override
        public ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) {
            throw failed();
        }

        @Override
        public Optional<ArtifactInfo> find(Identity session, ArtifactRef ref) {
            throw failed();
        }

        @Override
        public Optional<InputStream> open(Identity session, ArtifactRef ref, long offset) {
            throw failed();
        }

        @Override
        public boolean delete(ArtifactScope scope, ArtifactRef ref) {
            throw failed();
        }

        @Override
        public List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
            throw failed();
        }

        @Override
        public long erase(ArtifactFilter filter) {
            throw failed();
        }

        @Override
        public void close() {}
    }
}
