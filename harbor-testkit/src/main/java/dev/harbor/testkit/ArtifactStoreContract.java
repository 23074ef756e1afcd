package dev.harbor.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Tests what {@link ArtifactStore} promises. A test class for an implementation extends this one, or {@link PersistentArtifactStoreContract} when its bytes
 * outlive it, and says how a store is opened.
 *
 * <p>Not thread-safe: JUnit makes one instance a test.
 */
@NullMarked
@DisplayName("An artifact store")
public abstract class ArtifactStoreContract {

    private static final Duration AGE = Duration.ofHours(1);
    private static final int MANY = 64;
    private static final ArtifactOptions BYTES = ArtifactOptions.of(ArtifactOptions.DEFAULT_MEDIA_TYPE);

    private final List<ArtifactStore> opened = new ArrayList<>();
    private final SteppedClock clock = new SteppedClock();

    /** Creates the tests. */
    protected ArtifactStoreContract() {}

    /** Opens a new, empty store with limits, which takes the time from the clock. The contract closes it. */
    protected abstract ArtifactStore open(ArtifactLimits limits, Clock clock) throws IOException;

    final ArtifactStore store() throws IOException {
        return store(ArtifactLimits.NONE);
    }

    final ArtifactStore store(ArtifactLimits limits) throws IOException {
        return closing(open(limits, clock));
    }

    final ArtifactStore closing(ArtifactStore store) {
        opened.add(store);
        return store;
    }

    final Clock clock() {
        return clock;
    }

    final void pass(Duration time) {
        clock.now.updateAndGet(now -> now.plus(time));
    }

    @AfterEach
    final void closeStores() {
        opened.forEach(ArtifactStore::close);
    }

    // ---- bytes in and out

    @Test
    @DisplayName("returns the bytes, their size and their full SHA-256, whatever the size")
    void bytes_ofAnySize_comeBack() throws IOException {
        ArtifactStore store = store();
        for (int size : new int[] {0, 1, 2, 1023, 1024, 8192, 65_535, 65_536, 262_143, 262_144, 262_145, 1_048_577}) {
            byte[] content = random(size);
            ArtifactInfo info = put(store, scope("run"), content);
            assertThat(info.ref().sha256()).as("of %d bytes", size).isEqualTo(sha256(content));
            assertThat(info.sizeBytes()).isEqualTo(size);
            assertThat(info.scope()).isEqualTo(scope("run"));
            assertThat(read(store, ada(), info.ref())).as("of %d bytes", size).isEqualTo(content);
            assertThat(store.find(ada(), info.ref())).contains(info);
        }
    }

    @Test
    @DisplayName("keeps the description, whatever is in it")
    void description_withOddText_comesBack() throws IOException {
        ArtifactStore store = store();
        Map<String, String> source = Map.of("tool", "a\u0000b\n\"'\\", "lone", "\ud83d", "smile", "\ud83d\ude00", "", "");
        ArtifactOptions options = ArtifactOptions.of("text/csv; charset=\"utf-8\"")
                .filename("../../etc/passwd\u0000 \ud83d")
                .namespace("..")
                .source(source);
        ArtifactInfo info = store.put(scope("run"), stream(random(10)), options);
        assertThat(info.options()).isEqualTo(options);
        assertThat(info.createdAt()).isEqualTo(clock.instant());
        assertThat(store.find(ada(), info.ref())).contains(info);
    }

    @Test
    @DisplayName("stores text as UTF-8 under the media type of text")
    void text_isStoredAsUtf8() throws IOException {
        ArtifactStore store = store();
        ArtifactInfo info = ScopedArtifacts.of(store, scope("run")).put("smörgås \ud83d\ude00");
        assertThat(info.mediaType()).isEqualTo(ArtifactOptions.TEXT);
        assertThat(new String(read(store, ada(), info.ref()), UTF_8)).isEqualTo("smörgås \ud83d\ude00");
    }

    @Test
    @DisplayName("opens at any offset, and at the end or beyond with nothing to read")
    void open_atAnyOffset_givesTheRest() throws IOException {
        ArtifactStore store = store();
        for (int size : new int[] {0, 7, 300_000}) {
            byte[] content = random(size);
            ArtifactRef ref = put(store, scope("run"), content).ref();
            for (int offset : new int[] {0, 1, 6, 7, 8, 65_536, 299_999, 300_000, 300_001}) {
                byte[] rest = store.open(ada(), ref, offset).orElseThrow().readAllBytes();
                int from = Math.min(offset, size);
                assertThat(rest).as("%d of %d", offset, size).isEqualTo(java.util.Arrays.copyOfRange(content, from, size));
            }
            assertThat(store.open(ada(), ref, Long.MAX_VALUE).orElseThrow().readAllBytes()).isEmpty();
        }
    }

    @Test
    @DisplayName("refuses a negative offset")
    void open_atNegativeOffset_isRefused() throws IOException {
        ArtifactStore store = store();
        ArtifactRef ref = put(store, scope("run"), random(3)).ref();
        assertThatThrownBy(() -> store.open(ada(), ref, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("reads a stream that gives a byte at a time, to its end, and does not close it")
    void stream_thatTrickles_isReadWholeAndLeftOpen() throws IOException {
        ArtifactStore store = store();
        byte[] content = random(5_000);
        Trickle trickle = new Trickle(content);
        ArtifactRef ref = store.put(scope("run"), trickle, BYTES).ref();
        assertThat(read(store, ada(), ref)).isEqualTo(content);
        assertThat(trickle.closed).isFalse();
    }

    @Test
    @DisplayName("is not touched by a caller who changes arrays afterwards")
    void arrays_changedAfterwards_changeNothing() throws IOException {
        ArtifactStore store = store();
        byte[] content = random(1_000);
        byte[] original = content.clone();
        ArtifactRef ref = put(store, scope("run"), content).ref();
        content[0] ^= 1;
        byte[] out = read(store, ada(), ref);
        out[1] ^= 1;
        assertThat(read(store, ada(), ref)).isEqualTo(original);
    }

    @Test
    @DisplayName("stores nothing when the stream fails, early or late, and passes on what it threw")
    void stream_thatFails_leavesNothing() throws IOException {
        ArtifactStore store = store();
        for (int size : new int[] {0, 100, 300_000, 2_000_000}) {
            IOException failure = new IOException("broken");
            InputStream broken = new Broken(random(size), failure);
            assertThatThrownBy(() -> store.put(scope("run"), broken, BYTES)).isSameAs(failure);
            InputStream rude = new Broken(random(size), null);
            assertThatThrownBy(() -> store.put(scope("run"), rude, BYTES)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(store.list(ArtifactFilter.everyTenant(), 10)).isEmpty();
    }

    @Test
    @DisplayName("finishes a write on a thread that was interrupted, and keeps the flag")
    void put_onInterruptedThread_isWholeAndKeepsTheFlag() throws IOException {
        ArtifactStore store = store();
        for (int size : new int[] {100, 400_000}) {
            byte[] content = random(size);
            Thread.currentThread().interrupt();
            ArtifactRef ref = put(store, scope("run"), content).ref();
            boolean same = java.util.Arrays.equals(read(store, ada(), ref), content);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(same).isTrue();
        }
    }

    // ---- the same bytes again

    @Test
    @DisplayName("stores the same bytes in one scope and namespace once; the first description stays")
    void sameBytes_inOneScope_areOneEntry() throws IOException {
        ArtifactStore store = store();
        byte[] content = random(2_000);
        ArtifactInfo first = store.put(scope("run"), stream(content), ArtifactOptions.of("text/plain").filename("a"));
        pass(Duration.ofSeconds(5));
        ArtifactInfo second = store.put(scope("run"), stream(content), ArtifactOptions.of("image/png").filename("b"));
        assertThat(second).isEqualTo(first);
        assertThat(store.list(ArtifactFilter.session(ada()), 10)).containsExactly(first);
    }

    @Test
    @DisplayName("keeps one entry a task and namespace over the same bytes")
    void sameBytes_underOtherTaskOrNamespace_areOtherEntries() throws IOException {
        ArtifactStore store = store();
        byte[] content = random(400_000);
        List<ArtifactInfo> all = new ArrayList<>();
        for (String task : List.of("one", "two")) {
            for (String namespace : List.of("x", "y", "X")) {
                pass(Duration.ofSeconds(1));
                ArtifactOptions options = ArtifactOptions.of("text/" + task + namespace).namespace(namespace);
                all.add(0, store.put(scope(task), stream(content), options));
            }
        }
        assertThat(all).extracting(ArtifactInfo::ref).containsOnly(new ArtifactRef("sha256:" + sha256(content)));
        assertThat(store.list(ArtifactFilter.session(ada()), 100)).isEqualTo(all);
        assertThat(store.list(ArtifactFilter.task(scope("two")), 100)).isEqualTo(all.subList(0, 3));
        assertThat(read(store, ada(), all.get(0).ref())).isEqualTo(content);
    }

    @Test
    @DisplayName("tells apart contents that begin alike, end alike or differ in one bit")
    void contents_thatAreAlmostAlike_areKeptApart() throws IOException {
        ArtifactStore store = store();
        byte[] content = random(70_000);
        Map<ArtifactRef, byte[]> all = new HashMap<>();
        for (int i = 0; i < 70_000; i += 7_000) {
            byte[] other = content.clone();
            other[i] ^= 1;
            all.put(put(store, scope("run"), other).ref(), other);
            byte[] shorter = java.util.Arrays.copyOf(content, i);
            all.put(put(store, scope("run"), shorter).ref(), shorter);
        }
        assertThat(all).hasSize(20);
        for (Map.Entry<ArtifactRef, byte[]> each : all.entrySet()) {
            assertThat(read(store, ada(), each.getKey())).isEqualTo(each.getValue());
        }
    }

    // ---- what is not there

    @Test
    @DisplayName("answers with nothing for a reference that was never stored")
    void unknownRef_isEmpty() throws IOException {
        ArtifactStore store = store();
        ArtifactRef unknown = new ArtifactRef("sha256:" + "0".repeat(64));
        assertThat(store.find(ada(), unknown)).isEmpty();
        assertThat(store.open(ada(), unknown, 0)).isEmpty();
        assertThat(store.delete(scope("run"), unknown)).isFalse();
        put(store, scope("run"), random(5));
        assertThat(store.find(ada(), unknown)).isEmpty();
        assertThat(store.open(ada(), unknown, 3)).isEmpty();
        assertThat(store.delete(scope("run"), unknown)).isFalse();
    }

    @Test
    @DisplayName("deletes once: true, then false, and the bytes can be stored again")
    void delete_twice_isTrueThenFalse() throws IOException {
        ArtifactStore store = store();
        byte[] content = random(500);
        ArtifactRef ref = put(store, scope("run"), content).ref();
        assertThat(store.delete(scope("run"), ref)).isTrue();
        assertThat(store.delete(scope("run"), ref)).isFalse();
        assertThat(store.find(ada(), ref)).isEmpty();
        assertThat(store.open(ada(), ref, 0)).isEmpty();
        pass(Duration.ofSeconds(1));
        ArtifactInfo again = store.put(scope("run"), stream(content), ArtifactOptions.of("text/again"));
        assertThat(again.mediaType()).isEqualTo("text/again");
        assertThat(store.find(ada(), ref)).contains(again);
        assertThat(read(store, ada(), ref)).isEqualTo(content);
    }

    @Test
    @DisplayName("deletes from one task in every namespace, and leaves the bytes to the others, in any order")
    void delete_inOneTask_leavesTheOthers() throws IOException {
        for (int first = 0; first < 3; first++) {
            ArtifactStore store = store();
            byte[] content = random(300_000);
            for (int task = 0; task < 3; task++) {
                pass(Duration.ofSeconds(1));
                store.put(scope("t" + task), stream(content), BYTES);
                store.put(scope("t" + task), stream(content), BYTES.namespace("second"));
            }
            ArtifactRef ref = new ArtifactRef("sha256:" + sha256(content));
            for (int step = 0; step < 3; step++) {
                assertThat(read(store, ada(), ref)).isEqualTo(content);
                ArtifactScope gone = scope("t" + (first + step) % 3);
                assertThat(store.delete(gone, ref)).isTrue();
                assertThat(store.list(ArtifactFilter.task(gone), 10)).isEmpty();
                assertThat(store.list(ArtifactFilter.session(ada()), 10)).hasSize(2 * (2 - step));
            }
            assertThat(store.find(ada(), ref)).isEmpty();
        }
    }

    @Test
    @DisplayName("keeps an open stream readable after the artifact was deleted")
    void openStream_afterDelete_staysReadable() throws IOException {
        ArtifactStore store = store();
        byte[] content = random(600_000);
        ArtifactRef ref = put(store, scope("run"), content).ref();
        try (InputStream in = store.open(ada(), ref, 0).orElseThrow()) {
            store.delete(scope("run"), ref);
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
    }

    // ---- scopes

    @Test
    @DisplayName("shows nobody an artifact of another session, and lets nobody delete it")
    void otherSession_seesNothing() throws IOException {
        ArtifactStore store = store();
        byte[] content = random(400);
        ArtifactRef ref = put(store, scope("run"), content).ref();
        for (Identity other : List.of(
                Identity.of("rival", "ada", "s1"), Identity.of("acme", "eve", "s1"), Identity.of("acme", "ada", "s2"))) {
            assertThat(store.find(other, ref)).isEmpty();
            assertThat(store.open(other, ref, 0)).isEmpty();
            assertThat(store.delete(new ArtifactScope(other, "run"), ref)).isFalse();
            assertThat(store.list(ArtifactFilter.session(other), 10)).isEmpty();
        }
        assertThat(read(store, ada(), ref)).isEqualTo(content);
    }

    @Test
    @DisplayName("takes scope values as they are: paths, quotes, case, accents and lengths neither escape nor meet")
    void hostileScopes_areKeptApart() throws IOException {
        ArtifactStore store = store();
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
        ArtifactRef ref = new ArtifactRef("sha256:" + sha256(content));
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
        ArtifactStore store = store();
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
        ArtifactStore store = store();
        ArtifactRef ref = put(store, scope("run"), random(1)).ref();
        List<Callable<?>> calls = List.of(
                () -> store.put(Nothing.of(), stream(random(9)), BYTES),
                () -> store.put(scope("run"), Nothing.of(), BYTES),
                () -> store.put(scope("run"), stream(random(9)), Nothing.of()),
                () -> store.find(Nothing.of(), ref),
                () -> store.find(ada(), Nothing.of()),
                () -> store.open(Nothing.of(), ref, 0),
                () -> store.open(ada(), Nothing.of(), 0),
                () -> store.delete(Nothing.of(), ref),
                () -> store.delete(scope("run"), Nothing.of()),
                () -> store.list(Nothing.of(), 1),
                () -> store.erase(Nothing.of()));
        for (Callable<?> call : calls) {
            assertThatThrownBy(call::call).isInstanceOfAny(NullPointerException.class, HarborException.class);
        }
        assertThat(store.list(ArtifactFilter.everyTenant(), 10)).hasSize(1);
    }

    @Test
    @DisplayName("lists what a filter selects, newest first, ties by reference, and no more than asked for")
    void list_filtersAndOrders() throws IOException {
        ArtifactStore store = store();
        List<ArtifactInfo> all = populate(store);
        for (ArtifactFilter filter : filters()) {
            List<ArtifactInfo> expected =
                    all.stream().filter(info -> filter.matches(info.scope())).toList();
            assertThat(store.list(filter, 10_000)).isEqualTo(expected);
            assertThat(store.list(filter, 3)).isEqualTo(expected.subList(0, Math.min(3, expected.size())));
        }
    }

    @Test
    @DisplayName("refuses a limit of zero, a negative one and one beyond 10,000")
    void list_withLimitOutOfBounds_isRefused() throws IOException {
        ArtifactStore store = store();
        for (int limit : new int[] {Integer.MIN_VALUE, -1, 0, 10_001, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> store.list(ArtifactFilter.everyTenant(), limit))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("10000");
        }
    }

    @Test
    @DisplayName("erases what a filter selects, counts it and leaves the rest whole")
    void erase_removesExactlyWhatIsSelected() throws IOException {
        for (ArtifactFilter filter : filters()) {
            ArtifactStore store = store();
            List<ArtifactInfo> all = populate(store);
            List<ArtifactInfo> kept = new ArrayList<>(all);
            kept.removeIf(info -> filter.matches(info.scope()));
            assertThat(store.erase(filter)).isEqualTo(all.size() - kept.size());
            assertThat(store.list(ArtifactFilter.everyTenant(), 10_000)).isEqualTo(kept);
            for (ArtifactInfo info : kept) {
                assertThat(sha256(read(store, info.scope().identity(), info.ref()))).isEqualTo(info.ref().sha256());
            }
            assertThat(store.erase(filter)).isZero();
        }
    }

    // ---- limits

    @Test
    @DisplayName("takes an artifact of exactly the most bytes and refuses one more, however long the stream goes on")
    void artifactLimit_isExact() throws IOException {
        for (int limit : new int[] {1, 1_000, 300_000}) {
            ArtifactStore store = store(ArtifactLimits.builder().maxArtifactBytes(limit).build());
            put(store, scope("run"), random(limit));
            refused(() -> put(store, scope("run"), random(limit + 1)));
            refused(() -> store.put(scope("run"), new Endless(), BYTES));
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
        refused(() -> put(store, new ArtifactScope(Identity.of("acme", "ada", "s2"), "run"), random(8)));
    }

    @Test
    @DisplayName("counts what a tenant holds over all users, to the byte, and not what others hold")
    void tenantLimit_isExact() throws IOException {
        ArtifactStore store =
                quota(ArtifactLimits.builder().maxTenantBytes(1_000).build(), Identity.of("rival", "ada", "s1"));
        refused(() -> put(store, new ArtifactScope(Identity.of("acme", "eve", "s2"), "run"), random(8)));
    }

    @Test
    @DisplayName("counts what it holds altogether, to the byte")
    void totalLimit_isExact() throws IOException {
        ArtifactStore store = store(ArtifactLimits.builder().maxTotalBytes(1_000).build());
        put(store, scope("run"), random(992));
        put(store, new ArtifactScope(Identity.of("rival", "eve", "s2"), "run"), random(8));
        refused(() -> put(store, new ArtifactScope(Identity.of("other", "x", "y"), "run"), random(8)));
    }

    @Test
    @DisplayName("stops reading a stream that goes over a quota")
    void quota_endsAnEndlessStream() throws IOException {
        ArtifactStore store = store(ArtifactLimits.builder().maxTenantBytes(700_000).build());
        put(store, scope("run"), random(100_000));
        refused(() -> store.put(scope("run"), new Endless(), BYTES));
        put(store, scope("run"), random(600_000));
    }

    @Test
    @DisplayName("holds a quota under concurrent writers: as many get through as fit, no more")
    void quota_underContention_isExact() throws Exception {
        ArtifactStore store = store(ArtifactLimits.builder().maxSessionBytes(10_000).build());
        List<Boolean> stored = together(i -> {
            try {
                put(store, scope("run" + i % 3), random(1_000));
                return true;
            } catch (StoreException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
                return false;
            }
        });
        assertThat(stored).filteredOn(each -> each).hasSize(10);
        assertThat(store.list(ArtifactFilter.session(ada()), 100)).hasSize(10);
    }

    // ---- age

    @Test
    @DisplayName("keeps bytes for exactly their age")
    void age_isExact() throws IOException {
        ArtifactStore store = store(ArtifactLimits.builder().maxAge(AGE).build());
        ArtifactInfo old = put(store, scope("run"), random(1_000));
        pass(AGE.minusNanos(1_000));
        ArtifactInfo young = put(store, scope("run"), random(2_000));
        assertThat(store.list(ArtifactFilter.session(ada()), 10)).containsExactly(young, old);
        assertThat(store.find(ada(), old.ref())).isPresent();
        pass(Duration.ofNanos(1_000));
        assertThat(store.list(ArtifactFilter.session(ada()), 10)).containsExactly(young);
        assertThat(store.find(ada(), old.ref())).isEmpty();
        assertThat(store.open(ada(), old.ref(), 0)).isEmpty();
        assertThat(store.delete(scope("run"), old.ref())).isFalse();
    }

    @Test
    @DisplayName("starts the age anew when the same bytes are stored again, also by another task")
    void age_startsAnew() throws IOException {
        ArtifactStore store = store(ArtifactLimits.builder().maxAge(AGE).build());
        byte[] content = random(1_000);
        ArtifactInfo first = put(store, scope("run"), content);
        pass(AGE.minusSeconds(1));
        assertThat(put(store, scope("run"), content)).isEqualTo(first);
        pass(AGE.minusSeconds(1));
        put(store, scope("other"), content);
        pass(AGE.minusSeconds(1));
        assertThat(store.find(ada(), first.ref())).isPresent();
        pass(Duration.ofSeconds(1));
        assertThat(store.find(ada(), first.ref())).isEmpty();
    }

    @Test
    @DisplayName("takes bytes anew after they have expired, with the new description")
    void expiredBytes_storedAgain_areNew() throws IOException {
        ArtifactStore store = store(ArtifactLimits.builder().maxAge(AGE).build());
        byte[] content = random(1_000);
        put(store, scope("run"), content);
        pass(AGE);
        ArtifactInfo again = store.put(scope("run"), stream(content), ArtifactOptions.of("text/new"));
        assertThat(again.mediaType()).isEqualTo("text/new");
        assertThat(again.createdAt()).isEqualTo(clock.instant());
        assertThat(store.list(ArtifactFilter.session(ada()), 10)).containsExactly(again);
        assertThat(read(store, ada(), again.ref())).isEqualTo(content);
    }

    @Test
    @DisplayName("does not count expired bytes against a quota")
    void expiredBytes_freeTheQuota() throws IOException {
        ArtifactStore store = store(
                ArtifactLimits.builder().maxAge(AGE).maxSessionBytes(1_000).build());
        put(store, scope("run"), random(1_000));
        refused(() -> put(store, scope("run"), random(8)));
        pass(AGE);
        put(store, scope("run"), random(1_000));
    }

    // ---- threads

    @Test
    @DisplayName("keeps one entry when many threads store the same bytes at once, and each of them can read it at once")
    void sameBytes_underContention_areOneEntry() throws Exception {
        ArtifactStore store = store();
        for (int size : new int[] {1_000, 400_000}) {
            byte[] content = random(size);
            List<ArtifactInfo> all = together(i -> {
                ArtifactInfo info = put(store, scope("run"), content);
                assertThat(read(store, ada(), info.ref())).isEqualTo(content);
                return info;
            });
            assertThat(all).containsOnly(all.get(0));
            assertThat(store.find(ada(), all.get(0).ref())).contains(all.get(0));
        }
        assertThat(store.list(ArtifactFilter.session(ada()), 100)).hasSize(2);
    }

    @Test
    @DisplayName("mixes nothing up when many threads store different bytes for different people")
    void differentBytes_underContention_stayApart() throws Exception {
        ArtifactStore store = store();
        together(i -> {
            Identity identity = Identity.of("acme", "u" + i, "s");
            for (int round = 0; round < 5; round++) {
                byte[] content = random(1_000 + i);
                ArtifactRef ref = put(store, new ArtifactScope(identity, "run"), content).ref();
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
        ArtifactStore store = store();
        byte[] content = random(20_000);
        ArtifactRef ref = new ArtifactRef("sha256:" + sha256(content));
        together(i -> {
            for (int round = 0; round < 20; round++) {
                put(store, scope("run" + i), content);
                assertThat(store.list(ArtifactFilter.task(scope("run" + i)), 10)).hasSize(1);
                assertThat(read(store, ada(), ref)).isEqualTo(content);
                assertThat(store.delete(scope("run" + i), ref)).isTrue();
            }
            return i;
        });
        assertThat(store.list(ArtifactFilter.everyTenant(), 10)).isEmpty();
        assertThat(store.find(ada(), ref)).isEmpty();
    }

    // ---- the end

    @Test
    @DisplayName("refuses everything after it was closed, and may be closed twice")
    void closedStore_refusesEverything() throws IOException {
        ArtifactStore store = store();
        ArtifactRef ref = put(store, scope("run"), random(9)).ref();
        store.close();
        store.close();
        List<Callable<?>> calls = List.of(
                () -> put(store, scope("run"), random(9)),
                () -> store.find(ada(), ref),
                () -> store.open(ada(), ref, 0),
                () -> store.delete(scope("run"), ref),
                () -> store.list(ArtifactFilter.everyTenant(), 1),
                () -> store.erase(ArtifactFilter.everyTenant()));
        for (Callable<?> call : calls) {
            assertThatThrownBy(call::call)
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
        }
    }

    @Test
    @DisplayName("starts no thread")
    void store_startsNoThread() throws IOException {
        int before = Thread.getAllStackTraces().size();
        ArtifactStore store = store(ArtifactLimits.builder().maxAge(AGE).maxTotalBytes(9_999).build());
        put(store, scope("run"), random(9));
        pass(AGE);
        put(store, scope("run"), random(9));
        assertThat(Thread.getAllStackTraces().size()).isLessThanOrEqualTo(before);
    }

    // ---- what the tests share

    static Identity ada() {
        return Identity.of("acme", "ada", "s1");
    }

    static ArtifactScope scope(String task) {
        return new ArtifactScope(ada(), task);
    }

    static ArtifactInfo put(ArtifactStore store, ArtifactScope scope, byte[] content) throws IOException {
        return store.put(scope, stream(content), BYTES);
    }

    static byte[] read(ArtifactStore store, Identity session, ArtifactRef ref) throws IOException {
        try (InputStream in = store.open(session, ref, 0).orElseThrow()) {
            return in.readAllBytes();
        }
    }

    static InputStream stream(byte[] content) {
        return new ByteArrayInputStream(content);
    }

    private static final Random RANDOM = new Random(20_261_114);

    static byte[] random(int size) {
        byte[] content = new byte[size];
        synchronized (RANDOM) {
            RANDOM.nextBytes(content);
        }
        return content;
    }

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    static List<String> hostile() {
        return List.of(
                "..", ".", "/", "//", "../..", "a/b", "a\\b", "~", "_", "*", "?", "%2e%2e", "%00", " ", "  ", "a", "A",
                "a ", " a", "a.", "con", "NUL", "C:", "'", "\"", "' OR '1'='1", "$HOME", "`id`", "\n", "\r\n", "\t",
                "\u00e9", "e\u0301", "\u0130", "i", "I", "\ud83d\ude00", "\ud83d", "\ude00", "?".repeat(2), "\ufffd",
                "x".repeat(256), "x".repeat(255), "\ud83d\ude00".repeat(128), "\u4e2d".repeat(256));
    }

    /** Runs the work on many threads that start together, and returns what each of them gave. */
    static <T> List<T> together(Work<T> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(MANY);
        try {
            CountDownLatch ready = new CountDownLatch(MANY);
            List<Future<T>> pending = IntStream.range(0, MANY)
                    .mapToObj(i -> threads.submit(() -> {
                        ready.countDown();
                        ready.await();
                        return work.run(i);
                    }))
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> each : pending) {
                results.add(each.get(2, TimeUnit.MINUTES));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    @FunctionalInterface
    interface Work<T> {
        T run(int number) throws Exception;
    }

    private ArtifactStore quota(ArtifactLimits limits, Identity other) throws IOException {
        ArtifactStore store = store(limits);
        byte[] first = random(400);
        ArtifactRef ref = put(store, scope("run"), first).ref();
        put(store, scope("other"), first);
        put(store, scope("run"), first);
        put(store, scope("run"), random(592));
        refused(() -> put(store, scope("run"), random(9)));
        put(store, scope("run"), random(8));
        refused(() -> put(store, scope("run"), random(8)));
        put(store, scope("third"), first);
        put(store, scope("run"), new byte[0]);
        put(store, new ArtifactScope(other, "run"), random(1_000));
        for (String task : List.of("run", "other", "third")) {
            refused(() -> put(store, scope("run"), random(400)));
            assertThat(store.delete(scope(task), ref)).isTrue();
        }
        put(store, scope("run"), random(400));
        refused(() -> put(store, scope("run"), random(8)));
        store.erase(ArtifactFilter.session(ada()));
        put(store, scope("run"), random(1_000));
        refused(() -> put(store, scope("run"), random(8)));
        return store;
    }

    private void refused(Callable<?> put) {
        assertThatThrownBy(put::call)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED));
    }

    private List<ArtifactInfo> populate(ArtifactStore store) throws IOException {
        List<ArtifactInfo> all = new ArrayList<>();
        byte[] shared = random(700);
        for (String tenant : List.of("acme", "rival")) {
            for (String user : List.of("ada", "eve")) {
                for (String session : List.of("s1", "s2")) {
                    for (String task : List.of("run", "other")) {
                        ArtifactScope scope = new ArtifactScope(Identity.of(tenant, user, session), task);
                        all.add(put(store, scope, shared));
                        all.add(put(store, scope, random(300)));
                        pass(Duration.ofMillis(1));
                    }
                }
            }
        }
        all.sort(java.util.Comparator.comparing(ArtifactInfo::createdAt)
                .reversed()
                .thenComparing(info -> info.ref().id()));
        return all;
    }

    private static List<ArtifactFilter> filters() {
        return List.of(
                ArtifactFilter.task(scope("run")),
                ArtifactFilter.task(scope("none")),
                ArtifactFilter.session(ada()),
                ArtifactFilter.session(Identity.of("acme", "ada", "none")),
                ArtifactFilter.user("acme", "ada"),
                ArtifactFilter.user("acme", "none"),
                ArtifactFilter.tenant("rival"),
                ArtifactFilter.tenant("none"),
                ArtifactFilter.everyTenant());
    }

    private static final class SteppedClock extends Clock {

        private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-05-04T03:02:01.5Z"));

        @Override
        public Instant instant() {
            return Objects.requireNonNull(now.get());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private static final class Trickle extends ByteArrayInputStream {

        private boolean closed;

        Trickle(byte[] content) {
            super(content);
        }

        @Override
        public synchronized int read(byte[] into, int from, int length) {
            return super.read(into, from, Math.min(1, length));
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static final class Endless extends InputStream {

        @Override
        public int read() {
            return 'x';
        }

        @Override
        public int read(byte[] into, int from, int length) {
            java.util.Arrays.fill(into, from, from + length, (byte) 'x');
            return length;
        }
    }

    private static final class Broken extends InputStream {

        private final InputStream content;
        private final @org.jspecify.annotations.Nullable IOException failure;

        Broken(byte[] content, @org.jspecify.annotations.Nullable IOException failure) {
            this.content = stream(content);
            this.failure = failure;
        }

        @Override
        public int read() throws IOException {
            int next = content.read();
            if (next < 0) {
                fail();
            }
            return next;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int count = content.read(into, from, length);
            if (count < 0) {
                fail();
            }
            return count;
        }

        private void fail() throws IOException {
            if (failure != null) {
                throw failure;
            }
            throw new IllegalStateException("rude");
        }
    }
}
