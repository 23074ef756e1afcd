package dev.harbor.testkit;

import static dev.harbor.testkit.ArtifactStoreUnderTest.ADA;
import static dev.harbor.testkit.ArtifactStoreUnderTest.assertRefused;
import static dev.harbor.testkit.ArtifactStoreUnderTest.put;
import static dev.harbor.testkit.ArtifactStoreUnderTest.random;
import static dev.harbor.testkit.ArtifactStoreUnderTest.read;
import static dev.harbor.testkit.ArtifactStoreUnderTest.scope;
import static dev.harbor.testkit.ArtifactStoreUnderTest.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactStore;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How long a store keeps. */
abstract class ArtifactAgeRules {

    private static final Duration AGE = Duration.ofHours(1);

    abstract ArtifactStoreUnderTest subject();

    @Test
    @DisplayName("keeps bytes for exactly their age")
    void age_isExact() throws IOException {
        ArtifactStore store =
                subject().open(ArtifactLimits.builder().maxAge(AGE).build());
        ArtifactInfo old = put(store, scope("run"), random(1_000));
        subject().pass(AGE.minusNanos(1_000));
        ArtifactInfo young = put(store, scope("run"), random(2_000));
        assertThat(store.list(ArtifactFilter.session(ADA), 10)).containsExactly(young, old);
        assertThat(store.find(ADA, old.ref())).isPresent();
        subject().pass(Duration.ofNanos(1_000));
        assertThat(store.list(ArtifactFilter.session(ADA), 10)).containsExactly(young);
        assertThat(store.find(ADA, old.ref())).isEmpty();
        assertThat(store.open(ADA, old.ref(), 0)).isEmpty();
        assertThat(store.delete(scope("run"), old.ref())).isFalse();
    }

    @Test
    @DisplayName("starts the age anew when the same bytes are stored again, also by another task")
    void age_startsAnew() throws IOException {
        ArtifactStore store =
                subject().open(ArtifactLimits.builder().maxAge(AGE).build());
        byte[] content = random(1_000);
        ArtifactInfo first = put(store, scope("run"), content);
        subject().pass(AGE.minusSeconds(1));
        assertThat(put(store, scope("run"), content)).isEqualTo(first);
        subject().pass(AGE.minusSeconds(1));
        put(store, scope("other"), content);
        subject().pass(AGE.minusSeconds(1));
        assertThat(store.find(ADA, first.ref())).isPresent();
        subject().pass(Duration.ofSeconds(1));
        assertThat(store.find(ADA, first.ref())).isEmpty();
    }

    @Test
    @DisplayName("takes bytes anew after they have expired, with the new description")
    void expiredBytes_storedAgain_areNew() throws IOException {
        ArtifactStore store =
                subject().open(ArtifactLimits.builder().maxAge(AGE).build());
        byte[] content = random(1_000);
        put(store, scope("run"), content);
        subject().pass(AGE);
        ArtifactInfo again = store.put(scope("run"), stream(content), ArtifactOptions.of("text/new"));
        assertThat(again.mediaType()).isEqualTo("text/new");
        assertThat(again.createdAt()).isEqualTo(subject().now());
        assertThat(store.list(ArtifactFilter.session(ADA), 10)).containsExactly(again);
        assertThat(read(store, ADA, again.ref())).isEqualTo(content);
    }

    @Test
    @DisplayName("does not count expired bytes against a quota")
    void expiredBytes_freeTheQuota() throws IOException {
        ArtifactStore store = subject()
                .open(ArtifactLimits.builder()
                        .maxAge(AGE)
                        .maxSessionBytes(1_000)
                        .build());
        put(store, scope("run"), random(1_000));
        assertRefused(() -> put(store, scope("run"), random(8)));
        subject().pass(AGE);
        put(store, scope("run"), random(1_000));
    }
}
