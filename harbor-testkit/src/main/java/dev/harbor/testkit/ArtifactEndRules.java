package dev.harbor.testkit;

import static dev.harbor.testkit.ArtifactStoreUnderTest.ADA;
import static dev.harbor.testkit.ArtifactStoreUnderTest.assertCode;
import static dev.harbor.testkit.ArtifactStoreUnderTest.put;
import static dev.harbor.testkit.ArtifactStoreUnderTest.random;
import static dev.harbor.testkit.ArtifactStoreUnderTest.scope;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that is closed. */
abstract class ArtifactEndRules {

    abstract ArtifactStoreUnderTest subject();

    @Test
    @DisplayName("refuses everything after it was closed, and may be closed twice")
    void closedStore_refusesEverything() throws IOException {
        ArtifactStore store = subject().open();
        ArtifactRef ref = put(store, scope("run"), random(9)).ref();
        store.close();
        store.close();
        List<Callable<?>> calls = List.of(
                () -> put(store, scope("run"), random(9)),
                () -> store.find(ADA, ref),
                () -> store.open(ADA, ref, 0),
                () -> store.delete(scope("run"), ref),
                () -> store.list(ArtifactFilter.everyTenant(), 1),
                () -> store.erase(ArtifactFilter.everyTenant()));
        for (Callable<?> call : calls) {
            assertCode(ErrorCode.CLOSED, call::call);
        }
    }

    @Test
    @DisplayName("starts no thread")
    void store_startsNoThread() throws IOException {
        ThreadWatch threads = ThreadWatch.begin();
        ArtifactStore store = subject()
                .open(ArtifactLimits.builder()
                        .maxAge(Duration.ofHours(1))
                        .maxTotalBytes(9_999)
                        .build());
        put(store, scope("run"), random(9));
        subject().pass(Duration.ofHours(1));
        put(store, scope("run"), random(9));
        threads.awaitNoneLeft();
    }
}
