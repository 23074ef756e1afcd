package dev.harbor.testkit;

import static dev.harbor.testkit.ArtifactStoreUnderTest.ADA;
import static dev.harbor.testkit.ArtifactStoreUnderTest.MANY;
import static dev.harbor.testkit.ArtifactStoreUnderTest.put;
import static dev.harbor.testkit.ArtifactStoreUnderTest.random;
import static dev.harbor.testkit.ArtifactStoreUnderTest.read;
import static dev.harbor.testkit.ArtifactStoreUnderTest.ref;
import static dev.harbor.testkit.ArtifactStoreUnderTest.scope;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.identity.Identity;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Many threads on one store. */
abstract class ArtifactCrowdRules {

    abstract ArtifactStoreUnderTest subject();

    @Test
    @DisplayName("keeps one entry when many threads store the same bytes at once, and each of them can read it at once")
    void sameBytes_underContention_areOneEntry() throws Exception {
        ArtifactStore store = subject().open();
        for (int size : new int[] {1_000, 400_000}) {
            byte[] content = random(size);
            List<ArtifactInfo> all = Together.run(MANY, i -> {
                ArtifactInfo info = put(store, scope("run"), content);
                assertThat(read(store, ADA, info.ref())).isEqualTo(content);
                return info;
            });
            assertThat(all).containsOnly(all.get(0));
            assertThat(store.find(ADA, all.get(0).ref())).contains(all.get(0));
        }
        assertThat(store.list(ArtifactFilter.session(ADA), 100)).hasSize(2);
    }

    @Test
    @DisplayName("mixes nothing up when many threads store different bytes for different people")
    void differentBytes_underContention_stayApart() throws Exception {
        ArtifactStore store = subject().open();
        Together.run(MANY, i -> {
            Identity identity = Identity.of("acme", "u" + i, "s");
            for (int round = 0; round < 5; round++) {
                byte[] content = random(1_000 + i);
                ArtifactRef ref =
                        put(store, new ArtifactScope(identity, "run"), content).ref();
                assertThat(read(store, identity, ref)).isEqualTo(content);
            }
            return i;
        });
        for (int i = 0; i < MANY; i++) {
            assertThat(store.list(ArtifactFilter.user("acme", "u" + i), 100)).hasSize(5);
        }
    }

    @Test
    @DisplayName("loses nothing that was stored while another thread deletes the same bytes from its own task")
    void delete_whileOthersStore_losesNothing() throws Exception {
        ArtifactStore store = subject().open();
        byte[] content = random(20_000);
        ArtifactRef ref = ref(content);
        Together.run(MANY, i -> {
            for (int round = 0; round < 8; round++) {
                put(store, scope("run" + i), content);
                assertThat(store.list(ArtifactFilter.task(scope("run" + i)), 10))
                        .hasSize(1);
                assertThat(read(store, ADA, ref)).isEqualTo(content);
                assertThat(store.delete(scope("run" + i), ref)).isTrue();
            }
            return i;
        });
        assertThat(store.list(ArtifactFilter.everyTenant(), 10)).isEmpty();
        assertThat(store.find(ADA, ref)).isEmpty();
    }
}
