package dev.harbor.testkit;

import static dev.harbor.testkit.ArtifactStoreUnderTest.ADA;
import static dev.harbor.testkit.ArtifactStoreUnderTest.BYTES;
import static dev.harbor.testkit.ArtifactStoreUnderTest.put;
import static dev.harbor.testkit.ArtifactStoreUnderTest.random;
import static dev.harbor.testkit.ArtifactStoreUnderTest.read;
import static dev.harbor.testkit.ArtifactStoreUnderTest.ref;
import static dev.harbor.testkit.ArtifactStoreUnderTest.scope;
import static dev.harbor.testkit.ArtifactStoreUnderTest.stream;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ScopedArtifacts;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Bytes on their way in and out. */
abstract class ArtifactContentRules {

    abstract ArtifactStoreUnderTest subject();

    @Test
    @DisplayName("returns the bytes, their size and their full SHA-256, whatever the size")
    void bytes_ofAnySize_comeBack() throws IOException {
        ArtifactStore store = subject().open();
        for (int size : new int[] {0, 1, 2, 1023, 1024, 8192, 65_535, 65_536, 262_143, 262_144, 262_145, 1_048_577}) {
            byte[] content = random(size);
            ArtifactInfo info = put(store, scope("run"), content);
            assertThat(info.ref()).as("of %d bytes", size).isEqualTo(ref(content));
            assertThat(info.sizeBytes()).isEqualTo(size);
            assertThat(info.scope()).isEqualTo(scope("run"));
            assertThat(read(store, ADA, info.ref())).as("of %d bytes", size).isEqualTo(content);
            assertThat(store.find(ADA, info.ref())).contains(info);
        }
    }

    @Test
    @DisplayName("keeps the description, whatever is in it")
    void description_withOddText_comesBack() throws IOException {
        ArtifactStore store = subject().open();
        Map<String, String> source =
                Map.of("tool", "a\u0000b\n\"'\\", "lone", "\ud83d", "smile", "\ud83d\ude00", "", "");
        ArtifactOptions options = ArtifactOptions.of("text/csv; charset=\"utf-8\"")
                .filename("../../etc/passwd\u0000 \ud83d")
                .namespace("..")
                .source(source);
        ArtifactInfo info = store.put(scope("run"), stream(random(10)), options);
        assertThat(info.options()).isEqualTo(options);
        assertThat(info.createdAt()).isEqualTo(subject().now());
        assertThat(store.find(ADA, info.ref())).contains(info);
    }

    @Test
    @DisplayName("stores text as UTF-8 under the media type of text")
    void text_isStoredAsUtf8() throws IOException {
        ArtifactStore store = subject().open();
        ArtifactInfo info = ScopedArtifacts.of(store, scope("run")).put("smörgås \ud83d\ude00");
        assertThat(info.mediaType()).isEqualTo(ArtifactOptions.TEXT);
        assertThat(new String(read(store, ADA, info.ref()), UTF_8)).isEqualTo("smörgås \ud83d\ude00");
    }

    @Test
    @DisplayName("opens at any offset, and at the end or beyond with nothing to read")
    void open_atAnyOffset_givesTheRest() throws IOException {
        ArtifactStore store = subject().open();
        for (int size : new int[] {0, 7, 300_000}) {
            byte[] content = random(size);
            ArtifactRef ref = put(store, scope("run"), content).ref();
            for (int offset : new int[] {0, 1, 6, 7, 8, 65_536, 299_999, 300_000, 300_001}) {
                byte[] rest = store.open(ADA, ref, offset).orElseThrow().readAllBytes();
                int from = Math.min(offset, size);
                assertThat(rest).as("%d of %d", offset, size).isEqualTo(Arrays.copyOfRange(content, from, size));
            }
            assertThat(store.open(ADA, ref, Long.MAX_VALUE).orElseThrow().readAllBytes())
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("refuses a negative offset")
    void open_atNegativeOffset_isRefused() throws IOException {
        ArtifactStore store = subject().open();
        ArtifactRef ref = put(store, scope("run"), random(3)).ref();
        assertThatThrownBy(() -> store.open(ADA, ref, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("reads a stream that gives a byte at a time, to its end, and does not close it")
    void stream_thatTrickles_isReadWholeAndLeftOpen() throws IOException {
        ArtifactStore store = subject().open();
        byte[] content = random(5_000);
        OddStream trickle = OddStream.trickling(content);
        ArtifactRef ref = store.put(scope("run"), trickle, BYTES).ref();
        assertThat(read(store, ADA, ref)).isEqualTo(content);
        assertThat(trickle.isClosed()).isFalse();
    }

    @Test
    @DisplayName("is not touched by a caller who changes arrays afterwards")
    void arrays_changedAfterwards_changeNothing() throws IOException {
        ArtifactStore store = subject().open();
        byte[] content = random(1_000);
        byte[] original = content.clone();
        ArtifactRef ref = put(store, scope("run"), content).ref();
        content[0] ^= 1;
        byte[] out = read(store, ADA, ref);
        out[1] ^= 1;
        assertThat(read(store, ADA, ref)).isEqualTo(original);
    }

    @Test
    @DisplayName("stores nothing when the stream fails, early or late, and passes on what it threw")
    void stream_thatFails_leavesNothing() throws IOException {
        ArtifactStore store = subject().open();
        for (int size : new int[] {0, 100, 300_000, 2_000_000}) {
            IOException failure = new IOException("broken");
            InputStream broken = OddStream.breaking(random(size), failure);
            assertThatThrownBy(() -> store.put(scope("run"), broken, BYTES)).isSameAs(failure);
            InputStream rude = OddStream.breaking(random(size), new IllegalStateException("rude"));
            assertThatThrownBy(() -> store.put(scope("run"), rude, BYTES)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(store.list(ArtifactFilter.everyTenant(), 10)).isEmpty();
    }

    @Test
    @DisplayName("finishes a write on a thread that was interrupted, and keeps the flag")
    void put_onInterruptedThread_isWholeAndKeepsTheFlag() throws IOException {
        ArtifactStore store = subject().open();
        for (int size : new int[] {100, 400_000}) {
            byte[] content = random(size);
            Thread.currentThread().interrupt();
            ArtifactRef ref = put(store, scope("run"), content).ref();
            boolean same = Arrays.equals(read(store, ADA, ref), content);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(same).isTrue();
        }
    }

    @Test
    @DisplayName("tells apart contents that begin alike, end alike or differ in one bit")
    void contents_thatAreAlmostAlike_areKeptApart() throws IOException {
        ArtifactStore store = subject().open();
        byte[] content = random(70_000);
        Map<ArtifactRef, byte[]> all = new HashMap<>();
        for (int i = 0; i < 70_000; i += 7_000) {
            byte[] other = content.clone();
            other[i] ^= 1;
            all.put(put(store, scope("run"), other).ref(), other);
            byte[] shorter = Arrays.copyOf(content, i);
            all.put(put(store, scope("run"), shorter).ref(), shorter);
        }
        assertThat(all).hasSize(20);
        for (Map.Entry<ArtifactRef, byte[]> each : all.entrySet()) {
            assertThat(read(store, ADA, each.getKey())).isEqualTo(each.getValue());
        }
    }
}
