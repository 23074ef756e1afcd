package dev.harbor.testkit;

import static dev.harbor.testkit.ArtifactStoreUnderTest.ADA;
import static dev.harbor.testkit.ArtifactStoreUnderTest.assertRefused;
import static dev.harbor.testkit.ArtifactStoreUnderTest.put;
import static dev.harbor.testkit.ArtifactStoreUnderTest.random;
import static dev.harbor.testkit.ArtifactStoreUnderTest.read;
import static dev.harbor.testkit.ArtifactStoreUnderTest.scope;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactPins;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a store keeps because somebody needs it, however old it is. */
abstract class ArtifactPinRules {

    private static final Duration AGE = Duration.ofHours(1);
    private static final ArtifactLimits LIMITS =
            ArtifactLimits.builder().maxAge(AGE).build();

    /** Stores as often as it takes any store to remove what has expired. */
    private static final int SWEEPS = 130;

    abstract ArtifactStoreUnderTest subject();

    @Test
    @DisplayName("keeps what is pinned beyond its age, and removes it when it is not any more")
    void pinned_outlivesItsAge() throws IOException {
        ArtifactStore store = subject().open(LIMITS);
        Set<ArtifactScope> live = new HashSet<>(Set.of(scope("live")));
        store.heed((scope, expiry) -> live.contains(scope));
        byte[] content = random(1_000);
        ArtifactInfo kept = put(store, scope("live"), content);
        ArtifactInfo gone = put(store, scope("over"), random(1_000));
        subject().pass(AGE.multipliedBy(30));
        sweep(store);
        assertThat(store.find(ADA, gone.ref())).isEmpty();
        assertThat(store.find(ADA, kept.ref())).contains(kept);
        assertThat(read(store, ADA, kept.ref())).isEqualTo(content);
        assertThat(store.list(ArtifactFilter.task(scope("live")), 10)).containsExactly(kept);
        assertThat(store.list(ArtifactFilter.session(ADA), 1_000))
                .contains(kept)
                .doesNotContain(gone);

        live.clear();
        assertThat(store.find(ADA, kept.ref())).isEmpty();
        assertThat(store.open(ADA, kept.ref(), 0)).isEmpty();
        assertThat(store.list(ArtifactFilter.task(scope("live")), 10)).isEmpty();
    }

    @Test
    @DisplayName("asks about the task, and says since when things are too old")
    void question_namesTaskAndExpiry() throws IOException {
        ArtifactStore store = subject().open(LIMITS);
        AtomicReference<Instant> asked = new AtomicReference<>();
        Instant ended = subject().now().plus(AGE.multipliedBy(2));
        store.heed((scope, expiry) -> {
            asked.set(expiry);
            return scope.equals(scope("run")) && ended.isAfter(expiry);
        });
        ArtifactInfo info = put(store, scope("run"), random(1_000));
        subject().pass(AGE.minusNanos(1_000));
        assertThat(store.find(ADA, info.ref())).isPresent();
        assertThat(asked).hasNullValue();

        subject().pass(AGE.multipliedBy(2));
        assertThat(store.find(ADA, info.ref())).isPresent();
        assertThat(asked).hasValue(subject().now().minus(AGE));
        subject().pass(Duration.ofNanos(1_000));
        assertThat(store.find(ADA, info.ref())).isEmpty();
    }

    @Test
    @DisplayName("keeps everything while nobody can tell what is pinned")
    void failingAnswer_keeps() throws IOException {
        ArtifactStore store = subject().open(LIMITS);
        AtomicBoolean isDown = new AtomicBoolean(true);
        store.heed((scope, expiry) -> {
            if (isDown.get()) {
                throw new StoreException(ErrorCode.STORE_FAILED, "the journal is away");
            }
            return false;
        });
        ArtifactInfo info = put(store, scope("run"), random(1_000));
        subject().pass(AGE.multipliedBy(2));
        sweep(store);
        assertThat(store.find(ADA, info.ref())).contains(info);
        isDown.set(false);
        assertThat(store.find(ADA, info.ref())).isEmpty();
    }

    @Test
    @DisplayName("keeps what is pinned when it is opened again, however late it hears of it")
    void reopenedStore_keepsWhatIsPinned() throws IOException {
        ArtifactStore first = subject().open(LIMITS);
        ArtifactPins pins = (scope, expiry) -> scope.equals(scope("live"));
        first.heed(pins);
        ArtifactInfo kept = put(first, scope("live"), random(300_000));
        subject().pass(AGE.multipliedBy(3));
        ArtifactStore second = subject().reopen(first);
        second.heed(pins);
        sweep(second);
        assertThat(second.find(ADA, kept.ref())).contains(kept);
    }

    @Test
    @DisplayName("counts what is pinned against quotas, and makes room of what is not")
    void pinned_takesRoom() throws IOException {
        ArtifactStore store =
                subject().open(LIMITS.toBuilder().maxSessionBytes(1_000).build());
        Set<ArtifactScope> live = new HashSet<>(Set.of(scope("live")));
        store.heed((scope, expiry) -> live.contains(scope));
        ArtifactInfo kept = put(store, scope("live"), random(600));
        put(store, scope("over"), random(400));
        subject().pass(AGE);
        put(store, scope("next"), random(400));
        assertRefused(() -> put(store, scope("next"), random(8)));
        assertThat(store.find(ADA, kept.ref())).contains(kept);
        live.clear();
        put(store, scope("next"), random(600));
    }

    @Test
    @DisplayName("keeps bytes that are pinned by one of the tasks that have them")
    void pinOfOneTask_keepsTheBytes() throws IOException {
        ArtifactStore store = subject().open(LIMITS);
        store.heed((scope, expiry) -> scope.equals(scope("live")));
        byte[] content = random(300_000);
        ArtifactInfo info = put(store, scope("over"), content);
        put(store, scope("live"), content);
        subject().pass(AGE.multipliedBy(2));
        sweep(store);
        assertThat(read(store, ADA, info.ref())).isEqualTo(content);
        assertThat(store.list(ArtifactFilter.task(scope("live")), 10)).hasSize(1);
    }

    @Test
    @DisplayName("goes on with pinned bytes that are stored again")
    void pinnedBytes_storedAgain_stay() throws IOException {
        ArtifactStore store = subject().open(LIMITS);
        store.heed((scope, expiry) -> scope.equals(scope("live")));
        byte[] content = random(1_000);
        ArtifactInfo first = put(store, scope("live"), content);
        subject().pass(AGE.multipliedBy(2));
        assertThat(put(store, scope("live"), content)).isEqualTo(first);
        put(store, scope("other"), content);
        assertThat(read(store, ADA, first.ref())).isEqualTo(content);
    }

    @Test
    @DisplayName("deletes and erases what is pinned, and counts it")
    void pinned_isErased() throws IOException {
        ArtifactStore store = subject().open(LIMITS);
        store.heed((scope, expiry) -> !scope.equals(scope("over")));
        ArtifactInfo one = put(store, scope("one"), random(1_000));
        ArtifactInfo two = put(store, scope("two"), random(1_000));
        put(store, scope("over"), random(1_000));
        subject().pass(AGE.multipliedBy(2));
        assertThat(store.delete(scope("one"), one.ref())).isTrue();
        assertThat(store.find(ADA, one.ref())).isEmpty();
        assertThat(store.erase(ArtifactFilter.session(ADA))).isEqualTo(1);
        assertThat(store.find(ADA, two.ref())).isEmpty();
    }

    @Test
    @DisplayName("asks without holding a lock: others store and read meanwhile")
    void slowAnswer_holdsNobodyUp() throws Exception {
        ArtifactStore store = subject()
                .open(LIMITS.toBuilder()
                        .maxSessionBytes(1 << 20)
                        .maxTotalBytes(1 << 22)
                        .build());
        Gate answer = Gate.closed();
        ArtifactInfo old = put(store, scope("old"), random(1_000));
        subject().pass(AGE.multipliedBy(2));
        AtomicBoolean isFirst = new AtomicBoolean(true);
        store.heed((scope, expiry) -> {
            if (isFirst.getAndSet(false)) {
                answer.passUninterruptibly();
            }
            return true;
        });
        CompletableFuture<Boolean> asking =
                CompletableFuture.supplyAsync(() -> store.find(ADA, old.ref()).isPresent());
        answer.awaitHeld(1);
        ArtifactScope elsewhere = scope("acme", "bob", "s9");
        CompletableFuture<ArtifactInfo> storing = CompletableFuture.supplyAsync(() -> {
            try {
                ArtifactInfo stored = put(store, elsewhere, random(1_000));
                return store.find(elsewhere.identity(), stored.ref()).orElseThrow();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(storing.get(30, TimeUnit.SECONDS).scope()).isEqualTo(elsewhere);
        answer.open();
        assertThat(asking.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("gives an artifact to another task of its session, from where its age begins anew")
    void adoptedArtifact_belongsToBoth() throws IOException {
        ArtifactStore store = subject().open(LIMITS);
        byte[] content = random(300_000);
        ArtifactInfo first = put(store, scope("first"), content);
        subject().pass(AGE.minusSeconds(1));
        ArtifactInfo adopted = store.adopt(scope("second"), first.ref()).orElseThrow();
        assertThat(adopted.scope()).isEqualTo(scope("second"));
        assertThat(adopted.options()).isEqualTo(first.options());
        assertThat(adopted.sizeBytes()).isEqualTo(first.sizeBytes());
        assertThat(store.adopt(scope("second"), first.ref())).contains(adopted);
        assertThat(store.list(ArtifactFilter.task(scope("second")), 10)).containsExactly(adopted);
        subject().pass(AGE.minusSeconds(1));
        assertThat(store.delete(scope("first"), first.ref())).isTrue();
        assertThat(read(store, ADA, first.ref())).isEqualTo(content);
        subject().pass(Duration.ofSeconds(1));
        assertThat(store.find(ADA, first.ref())).isEmpty();
    }

    @Test
    @DisplayName("gives nothing that the session does not have, or that has expired")
    void adopted_withoutThere_isEmpty() throws IOException {
        ArtifactStore store = subject().open(LIMITS);
        ArtifactInfo info = put(store, scope("run"), random(1_000));
        ArtifactScope stranger = scope("acme", "bob", "s1");
        assertThat(store.adopt(stranger, info.ref())).isEmpty();
        assertThat(store.list(ArtifactFilter.session(stranger.identity()), 10)).isEmpty();
        subject().pass(AGE);
        assertThat(store.adopt(scope("later"), info.ref())).isEmpty();
    }

    private static void sweep(ArtifactStore store) throws IOException {
        for (int i = 0; i < SWEEPS; i++) {
            put(store, scope("sweep" + i), random(64));
        }
        store.list(ArtifactFilter.everyTenant(), 10);
    }
}
