package dev.harbor.testkit;

import static dev.harbor.testkit.ArtifactStoreUnderTest.ADA;
import static dev.harbor.testkit.ArtifactStoreUnderTest.BYTES;
import static dev.harbor.testkit.ArtifactStoreUnderTest.hostile;
import static dev.harbor.testkit.ArtifactStoreUnderTest.put;
import static dev.harbor.testkit.ArtifactStoreUnderTest.random;
import static dev.harbor.testkit.ArtifactStoreUnderTest.read;
import static dev.harbor.testkit.ArtifactStoreUnderTest.ref;
import static dev.harbor.testkit.ArtifactStoreUnderTest.scope;
import static dev.harbor.testkit.ArtifactStoreUnderTest.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who sees what. */
abstract class ArtifactScopeRules {

    abstract ArtifactStoreUnderTest subject();

    @Test
    @DisplayName("shows nobody an artifact of another session, and lets nobody delete it")
    void otherSession_seesNothing() throws IOException {
        ArtifactStore store = subject().open();
        byte[] content = random(400);
        ArtifactRef ref = put(store, scope("run"), content).ref();
        for (Identity other : List.of(
                Identity.of("rival", "ada", "s1"),
                Identity.of("acme", "eve", "s1"),
                Identity.of("acme", "ada", "s2"))) {
            assertThat(store.find(other, ref)).isEmpty();
            assertThat(store.open(other, ref, 0)).isEmpty();
            assertThat(store.delete(new ArtifactScope(other, "run"), ref)).isFalse();
            assertThat(store.list(ArtifactFilter.session(other), 10)).isEmpty();
        }
        assertThat(read(store, ADA, ref)).isEqualTo(content);
    }

    @Test
    @DisplayName("takes scope values as they are: paths, quotes, case, accents and lengths neither escape nor meet")
    void hostileScopes_areKeptApart() throws IOException {
        ArtifactStore store = subject().open();
        byte[] content = random(100);
        List<Identity> identities = new ArrayList<>();
        for (String value : hostile()) {
            identities.add(Identity.of(value, "ada", "s1"));
            identities.add(Identity.of("acme", value, "s1"));
            identities.add(Identity.of("acme", "ada", value));
            identities.add(Identity.of(value, value, value));
        }
        identities.add(Identity.of("a", "b/c", "d"));
        identities.add(Identity.of("a/b", "c", "d"));
        identities.add(Identity.of("a", "b", "c/d"));
        for (int i = 0; i < identities.size(); i++) {
            store.put(new ArtifactScope(identities.get(i), "run"), stream(content), ArtifactOptions.of("text/n" + i));
        }
        ArtifactRef ref = ref(content);
        for (int i = 0; i < identities.size(); i++) {
            Identity identity = identities.get(i);
            ArtifactInfo info = store.find(identity, ref).orElseThrow();
            assertThat(info.scope().identity()).isEqualTo(identity);
            assertThat(info.mediaType()).isEqualTo("text/n" + i);
            assertThat(store.list(ArtifactFilter.session(identity), 10)).hasSize(1);
        }
        assertThat(store.list(ArtifactFilter.everyTenant(), 10_000)).hasSize(identities.size());
    }

    @Test
    @DisplayName("keeps tasks with odd names apart")
    void hostileTasks_areKeptApart() throws IOException {
        ArtifactStore store = subject().open();
        byte[] content = random(100);
        for (String task : hostile()) {
            store.put(scope(task), stream(content), BYTES);
        }
        for (String task : hostile()) {
            List<ArtifactInfo> found = store.list(ArtifactFilter.task(scope(task)), 10);
            assertThat(found).extracting(info -> info.scope().task()).containsExactly(task);
        }
    }

    @Test
    @DisplayName("refuses a scope or reference that is null and stores nothing")
    void nulls_areRefused() throws IOException {
        ArtifactStore store = subject().open();
        ArtifactRef ref = put(store, scope("run"), random(1)).ref();
        List<Callable<?>> calls = List.of(
                () -> store.put(absent(), stream(random(9)), BYTES),
                () -> store.put(scope("run"), absent(), BYTES),
                () -> store.put(scope("run"), stream(random(9)), absent()),
                () -> store.find(absent(), ref),
                () -> store.find(ADA, absent()),
                () -> store.open(absent(), ref, 0),
                () -> store.open(ADA, absent(), 0),
                () -> store.delete(absent(), ref),
                () -> store.delete(scope("run"), absent()),
                () -> store.list(absent(), 1),
                () -> store.erase(absent()));
        for (Callable<?> call : calls) {
            assertThatThrownBy(call::call).isInstanceOfAny(NullPointerException.class, HarborException.class);
        }
        assertThat(store.list(ArtifactFilter.everyTenant(), 10)).hasSize(1);
    }

    /** Returns what a careless caller passes. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T absent() {
        return null;
    }
}
