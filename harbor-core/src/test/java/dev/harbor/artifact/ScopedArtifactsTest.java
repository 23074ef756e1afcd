package dev.harbor.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ScopedArtifactsTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");
    private static final Identity EVE = Identity.of("acme", "eve", "s1");
    private static final ArtifactScope SCOPE = new ArtifactScope(ADA, "run-1");
    private static final ArtifactRef REF = new ArtifactRef("sha256:" + "0".repeat(64));

    /** Answers with somebody's artifact, whoever asks, and remembers what it was asked. */
    private static final class Confused implements ArtifactStore {

        private final List<Object> asked = new ArrayList<>();
        private final Identity owner;

        Confused(Identity owner) {
            this.owner = owner;
        }

        private ArtifactInfo info(ArtifactOptions options) {
            return new ArtifactInfo(REF, 1, new ArtifactScope(owner, "x"), options, Instant.EPOCH);
        }

        @Override
        public ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) {
            asked.add(scope);
            return info(options);
        }

        @Override
        public Optional<ArtifactInfo> find(Identity session, ArtifactRef ref) {
            asked.add(session);
            return Optional.of(info(ArtifactOptions.of("a/b")));
        }

        @Override
        public Optional<InputStream> open(Identity session, ArtifactRef ref, long offset) {
            asked.add(session);
            return Optional.empty();
        }

        @Override
        public boolean delete(ArtifactScope scope, ArtifactRef ref) {
            asked.add(scope);
            return true;
        }

        @Override
        public List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
            asked.add(filter.task());
            return List.of();
        }

        @Override
        public long erase(ArtifactFilter filter) {
            return 0;
        }

        @Override
        public void close() {}
    }

    @Test
    void door_stampsItsScopeOnEverything() throws Exception {
        Confused store = new Confused(ADA);
        ScopedArtifacts door = ScopedArtifacts.of(store, SCOPE);
        door.put(new byte[1], ArtifactOptions.of("a/b"));
        door.put("text");
        door.put(InputStream.nullInputStream(), ArtifactOptions.of("a/b"));
        door.find(REF);
        door.delete(REF);
        door.list();
        assertThat(store.asked).containsExactly(SCOPE, SCOPE, SCOPE, ADA, SCOPE, "run-1");
    }

    @Test
    void artifact_ofAnotherSession_isAFaultOfTheStore() {
        ScopedArtifacts door = ScopedArtifacts.of(new Confused(EVE), SCOPE);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> door.find(REF))
                .withMessageContaining("another session");
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> door.put("text"));
    }

    @Test
    void missingArtifact_cannotBeOpened() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> ScopedArtifacts.of(new Confused(ADA), SCOPE).open(REF))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ARTIFACT_NOT_FOUND));
    }

    @Test
    @SuppressWarnings("NullAway")
    void scope_thatIsIncomplete_isRefused() {
        assertThatExceptionOfType(IdentityException.class).isThrownBy(() -> new ArtifactScope(null, "run"));
        for (String task : new String[] {null, "", "t".repeat(257), "t\0", "\ud83d", "\ude00\ud83d"}) {
            assertThatExceptionOfType(IdentityException.class).isThrownBy(() -> new ArtifactScope(ADA, task));
        }
        assertThatNullPointerException().isThrownBy(() -> ScopedArtifacts.of(null, SCOPE));
        assertThatNullPointerException().isThrownBy(() -> ScopedArtifacts.of(new Confused(ADA), null));
    }

    @Test
    void options_outOfBounds_areRefused() {
        for (String type : List.of("", " ", "t".repeat(256), "text/\u00e9", "a\nb", "a\u007f")) {
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> ArtifactOptions.of(type));
        }
        ArtifactOptions options = ArtifactOptions.of("text/plain");
        for (String namespace : List.of("", "a/b", "n".repeat(65), "\u00e9")) {
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> options.namespace(namespace));
        }
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> options.filename("f".repeat(256)));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> options.source(Map.of("k".repeat(65), "")));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> options.source(Map.of("k", "v".repeat(1025))));
    }

    @Test
    void ref_thatIsSpelledWrong_isRefused() {
        for (String id : List.of(
                "",
                "sha256:",
                "sha256:" + "A".repeat(64),
                "sha256:" + "a".repeat(63),
                "x" + REF.id(),
                REF.id() + "\n")) {
            assertThat(ArtifactRef.isSpelledRight(id)).isFalse();
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new ArtifactRef(id));
        }
    }
}
