package dev.harbor.testkit;

import static dev.harbor.testkit.ArtifactStoreUnderTest.ADA;
import static dev.harbor.testkit.ArtifactStoreUnderTest.BYTES;
import static dev.harbor.testkit.ArtifactStoreUnderTest.put;
import static dev.harbor.testkit.ArtifactStoreUnderTest.random;
import static dev.harbor.testkit.ArtifactStoreUnderTest.read;
import static dev.harbor.testkit.ArtifactStoreUnderTest.ref;
import static dev.harbor.testkit.ArtifactStoreUnderTest.scope;
import static dev.harbor.testkit.ArtifactStoreUnderTest.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The same bytes again, and bytes that go. */
abstract class ArtifactEntryRules {

    abstract ArtifactStoreUnderTest subject();

    @Test
    @DisplayName("stores the same bytes in one scope and namespace once; the first description stays")
    void sameBytes_inOneScope_areOneEntry() throws IOException {
        ArtifactStore store = subject().open();
        byte[] content = random(2_000);
        ArtifactInfo first = store.put(
                scope("run"), stream(content), ArtifactOptions.of("text/plain").filename("a"));
        subject().pass(Duration.ofSeconds(5));
        ArtifactInfo second = store.put(
                scope("run"), stream(content), ArtifactOptions.of("image/png").filename("b"));
        assertThat(second).isEqualTo(first);
        assertThat(store.list(ArtifactFilter.session(ADA), 10)).containsExactly(first);
    }

    @Test
    @DisplayName("keeps one entry a task and namespace over the same bytes")
    void sameBytes_underOtherTaskOrNamespace_areOtherEntries() throws IOException {
        ArtifactStore store = subject().open();
        byte[] content = random(400_000);
        List<ArtifactInfo> all = new ArrayList<>();
        for (String task : List.of("one", "two")) {
            for (String namespace : List.of("x", "y", "X")) {
                subject().pass(Duration.ofSeconds(1));
                ArtifactOptions options =
                        ArtifactOptions.of("text/" + task + namespace).namespace(namespace);
                all.add(0, store.put(scope(task), stream(content), options));
            }
        }
        assertThat(all).extracting(ArtifactInfo::ref).containsOnly(ref(content));
        assertThat(store.list(ArtifactFilter.session(ADA), 100)).isEqualTo(all);
        assertThat(store.list(ArtifactFilter.task(scope("two")), 100)).isEqualTo(all.subList(0, 3));
        assertThat(read(store, ADA, all.get(0).ref())).isEqualTo(content);
    }

    @Test
    @DisplayName("answers with nothing for a reference that was never stored")
    void unknownRef_isEmpty() throws IOException {
        ArtifactStore store = subject().open();
        ArtifactRef unknown = new ArtifactRef("sha256:" + "0".repeat(64));
        assertThat(store.find(ADA, unknown)).isEmpty();
        assertThat(store.open(ADA, unknown, 0)).isEmpty();
        assertThat(store.delete(scope("run"), unknown)).isFalse();
        put(store, scope("run"), random(5));
        assertThat(store.find(ADA, unknown)).isEmpty();
        assertThat(store.open(ADA, unknown, 3)).isEmpty();
        assertThat(store.delete(scope("run"), unknown)).isFalse();
    }

    @Test
    @DisplayName("deletes once: true, then false, and the bytes can be stored again")
    void delete_twice_isTrueThenFalse() throws IOException {
        ArtifactStore store = subject().open();
        byte[] content = random(500);
        ArtifactRef ref = put(store, scope("run"), content).ref();
        assertThat(store.delete(scope("run"), ref)).isTrue();
        assertThat(store.delete(scope("run"), ref)).isFalse();
        assertThat(store.find(ADA, ref)).isEmpty();
        assertThat(store.open(ADA, ref, 0)).isEmpty();
        subject().pass(Duration.ofSeconds(1));
        ArtifactInfo again = store.put(scope("run"), stream(content), ArtifactOptions.of("text/again"));
        assertThat(again.mediaType()).isEqualTo("text/again");
        assertThat(store.find(ADA, ref)).contains(again);
        assertThat(read(store, ADA, ref)).isEqualTo(content);
    }

    @Test
    @DisplayName("deletes from one task in every namespace, and leaves the bytes to the others, in any order")
    void delete_inOneTask_leavesTheOthers() throws IOException {
        for (int first = 0; first < 3; first++) {
            ArtifactStore store = subject().open();
            byte[] content = random(300_000);
            for (int task = 0; task < 3; task++) {
                subject().pass(Duration.ofSeconds(1));
                store.put(scope("t" + task), stream(content), BYTES);
                store.put(scope("t" + task), stream(content), BYTES.namespace("second"));
            }
            ArtifactRef ref = ref(content);
            for (int step = 0; step < 3; step++) {
                assertThat(read(store, ADA, ref)).isEqualTo(content);
                ArtifactScope gone = scope("t" + (first + step) % 3);
                assertThat(store.delete(gone, ref)).isTrue();
                assertThat(store.list(ArtifactFilter.task(gone), 10)).isEmpty();
                assertThat(store.list(ArtifactFilter.session(ADA), 10)).hasSize(2 * (2 - step));
            }
            assertThat(store.find(ADA, ref)).isEmpty();
        }
    }

    @Test
    @DisplayName("keeps an open stream readable after the artifact was deleted")
    void openStream_afterDelete_staysReadable() throws IOException {
        ArtifactStore store = subject().open();
        byte[] content = random(600_000);
        ArtifactRef ref = put(store, scope("run"), content).ref();
        try (InputStream in = store.open(ADA, ref, 0).orElseThrow()) {
            store.delete(scope("run"), ref);
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
    }
}
