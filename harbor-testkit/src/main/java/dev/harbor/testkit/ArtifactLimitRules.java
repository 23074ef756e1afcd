package dev.harbor.testkit;

import static dev.harbor.testkit.ArtifactStoreUnderTest.ADA;
import static dev.harbor.testkit.ArtifactStoreUnderTest.BYTES;
import static dev.harbor.testkit.ArtifactStoreUnderTest.MANY;
import static dev.harbor.testkit.ArtifactStoreUnderTest.assertRefused;
import static dev.harbor.testkit.ArtifactStoreUnderTest.put;
import static dev.harbor.testkit.ArtifactStoreUnderTest.random;
import static dev.harbor.testkit.ArtifactStoreUnderTest.scope;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How much a store takes. */
abstract class ArtifactLimitRules {

    abstract ArtifactStoreUnderTest subject();

    @Test
    @DisplayName("takes an artifact of exactly the most bytes and refuses one more, however long the stream goes on")
    void artifactLimit_isExact() throws IOException {
        for (int limit : new int[] {1, 1_000, 300_000}) {
            ArtifactStore store = subject()
                    .open(ArtifactLimits.builder().maxArtifactBytes(limit).build());
            put(store, scope("run"), random(limit));
            assertRefused(() -> put(store, scope("run"), random(limit + 1)));
            assertRefused(() -> store.put(scope("run"), OddStream.endless(), BYTES));
            assertThat(store.list(ArtifactFilter.everyTenant(), 10)).hasSize(1);
        }
    }

    @Test
    @DisplayName("counts what a session holds, to the byte, and not what others hold")
    void sessionLimit_isExact() throws IOException {
        quota(ArtifactLimits.builder().maxSessionBytes(1_000).build(), Identity.of("acme", "ada", "s2"));
    }

    @Test
    @DisplayName("counts what a user holds over all sessions, to the byte, and not what others hold")
    void userLimit_isExact() throws IOException {
        ArtifactStore store =
                quota(ArtifactLimits.builder().maxUserBytes(1_000).build(), Identity.of("acme", "eve", "s1"));
        assertRefused(() -> put(store, scope("acme", "ada", "s2"), random(8)));
    }

    @Test
    @DisplayName("counts what a tenant holds over all users, to the byte, and not what others hold")
    void tenantLimit_isExact() throws IOException {
        ArtifactStore store =
                quota(ArtifactLimits.builder().maxTenantBytes(1_000).build(), Identity.of("rival", "ada", "s1"));
        assertRefused(() -> put(store, scope("acme", "eve", "s2"), random(8)));
    }

    @Test
    @DisplayName("counts what it holds altogether, to the byte")
    void totalLimit_isExact() throws IOException {
        ArtifactStore store =
                subject().open(ArtifactLimits.builder().maxTotalBytes(1_000).build());
        put(store, scope("run"), random(992));
        put(store, scope("rival", "eve", "s2"), random(8));
        assertRefused(() -> put(store, scope("other", "x", "y"), random(8)));
    }

    @Test
    @DisplayName("stops reading a stream that goes over a quota")
    void quota_endsAnEndlessStream() throws IOException {
        ArtifactStore store =
                subject().open(ArtifactLimits.builder().maxTenantBytes(700_000).build());
        put(store, scope("run"), random(100_000));
        assertRefused(() -> store.put(scope("run"), OddStream.endless(), BYTES));
        put(store, scope("run"), random(600_000));
    }

    @Test
    @DisplayName("holds a quota under concurrent writers: as many get through as fit, no more")
    void quota_underContention_isExact() throws Exception {
        ArtifactStore store =
                subject().open(ArtifactLimits.builder().maxSessionBytes(10_000).build());
        List<Boolean> stored = Together.run(MANY, i -> {
            try {
                put(store, scope("run" + i % 3), random(1_000));
                return true;
            } catch (StoreException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
                return false;
            }
        });
        assertThat(stored).filteredOn(each -> each).hasSize(10);
        assertThat(store.list(ArtifactFilter.session(ADA), 100)).hasSize(10);
    }

    private ArtifactStore quota(ArtifactLimits limits, Identity other) throws IOException {
        ArtifactStore store = subject().open(limits);
        byte[] first = random(400);
        ArtifactRef ref = put(store, scope("run"), first).ref();
        put(store, scope("other"), first);
        put(store, scope("run"), first);
        put(store, scope("run"), random(592));
        assertRefused(() -> put(store, scope("run"), random(9)));
        put(store, scope("run"), random(8));
        assertRefused(() -> put(store, scope("run"), random(8)));
        put(store, scope("third"), first);
        put(store, scope("run"), new byte[0]);
        put(store, new ArtifactScope(other, "run"), random(1_000));
        for (String task : List.of("run", "other", "third")) {
            assertRefused(() -> put(store, scope("run"), random(400)));
            assertThat(store.delete(scope(task), ref)).isTrue();
        }
        put(store, scope("run"), random(400));
        assertRefused(() -> put(store, scope("run"), random(8)));
        store.erase(ArtifactFilter.session(ADA));
        put(store, scope("run"), random(1_000));
        assertRefused(() -> put(store, scope("run"), random(8)));
        return store;
    }
}
