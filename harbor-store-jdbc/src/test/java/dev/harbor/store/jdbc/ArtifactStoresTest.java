package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.json.Json;
import dev.harbor.safety.ContextSafety;
import dev.harbor.testkit.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What this module's artifact stores do beyond the contract, in either database. */
final class ArtifactStoresTest {

    private static final ArtifactScope RUN = new ArtifactScope(Samples.ADA, "run");
    private static final ArtifactOptions BYTES = ArtifactOptions.of("text/x");
    private static final int LARGE = 3 * Chunk.BYTES + 5;

    @TempDir
    Path folder;

    private final String schema = PostgresServer.newSchema();
    private final ManualClock clock = ManualClock.create();

    /** Where a store is. */
    enum Kind {
        SQLITE,
        POSTGRES
    }

    private ArtifactStore open(Kind kind) {
        JdbcArtifactStore.Builder builder =
                JdbcArtifactStore.builder().clock(clock).schema(schema);
        return kind == Kind.SQLITE
                ? builder.sqlite(folder.resolve("artifacts.db"))
                : builder.postgres(PostgresServer.source());
    }

    private RawSql.Source raw(Kind kind) {
        return kind == Kind.SQLITE ? RawSql.sqlite(folder.resolve("artifacts.db")) : RawSql.of(PostgresServer.source());
    }

    private String table(Kind kind, String name) {
        return kind == Kind.SQLITE ? name : schema + "." + name;
    }

    private List<String> count(Kind kind, String name) {
        return RawSql.column(raw(kind), "SELECT count(*) FROM " + table(kind, name));
    }

    private static ArtifactInfo put(ArtifactStore store, byte[] content) throws IOException {
        return store.put(RUN, new ByteArrayInputStream(content), BYTES);
    }

    @ParameterizedTest
    @EnumSource
    void removedBytes_leaveTheDatabase(Kind kind) throws IOException {
        try (ArtifactStore store = open(kind)) {
            ArtifactInfo large = put(store, Samples.random(LARGE, 1));
            put(store, Samples.random(10, 2));
            assertThat(count(kind, "chunk")).containsExactly("5");
            store.delete(RUN, large.ref());
            assertThat(count(kind, "chunk")).containsExactly("1");
            store.erase(ArtifactFilter.everyTenant());
            for (String name : List.of("chunk", "blob", "artifact")) {
                assertThat(count(kind, name)).as(name).containsExactly("0");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesThatAreRead_stayUntilTheStreamIsClosed_evenIfTheStoreIsClosedBefore(Kind kind) throws IOException {
        byte[] content = Samples.random(LARGE, 1);
        ArtifactStore store = open(kind);
        ArtifactInfo info = put(store, content);
        InputStream first = store.open(Samples.ADA, info.ref(), 0).orElseThrow();
        InputStream second = store.open(Samples.ADA, info.ref(), 7).orElseThrow();
        store.delete(RUN, info.ref());
        assertThat(store.find(Samples.ADA, info.ref())).isEmpty();
        store.close();
        assertThat(first.readAllBytes()).isEqualTo(content);
        first.close();
        first.close();
        assertThat(count(kind, "chunk")).containsExactly("4");
        assertThat(second.readAllBytes()).hasSize(LARGE - 7);
        second.close();
        assertThat(count(kind, "chunk")).containsExactly("0");
        assertThat(count(kind, "blob")).containsExactly("0");
    }

    @Test
    void closedStore_inAFile_leavesNoHandleOnceItsStreamsAreClosed() throws IOException {
        ArtifactStore store = open(Kind.SQLITE);
        InputStream stream = store.open(
                        Samples.ADA, put(store, Samples.random(LARGE, 1)).ref(), 0)
                .orElseThrow();
        store.close();
        assertThat(handles()).isNotZero();
        stream.close();
        assertThat(handles()).isZero();
    }

    private long handles() throws IOException {
        try (Stream<Path> handles = Files.list(Path.of("/proc/self/fd"))) {
            return handles.filter(link -> isInFolder(link)).count();
        }
    }

    private boolean isInFolder(Path link) {
        try {
            return Files.readSymbolicLink(link).startsWith(folder);
        } catch (IOException e) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void streamThatFails_leavesNothingBehind(Kind kind) throws IOException {
        InputStream broken = new SequenceInputStream(
                new ByteArrayInputStream(Samples.random(12 * Chunk.BYTES, 1)), new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("broken");
                    }
                });
        try (ArtifactStore store = open(kind)) {
            assertThatThrownBy(() -> store.put(RUN, broken, BYTES))
                    .isInstanceOf(IOException.class)
                    .hasMessage("broken");
            assertThat(count(kind, "chunk")).containsExactly("0");
            assertThat(count(kind, "blob")).containsExactly("0");
        }
    }

    @ParameterizedTest
    @EnumSource
    void halfWrittenBytes_ofAProcessThatDied_areInvisible_andRemovedAnHourLater(Kind kind) throws IOException {
        byte[] content = Samples.random(LARGE, 1);
        try (ArtifactStore store = open(kind)) {
            ArtifactInfo whole = put(store, content);
            RawSql.run(
                    raw(kind),
                    "UPDATE " + table(kind, "blob") + " SET state = 0, sha256 = NULL",
                    "DELETE FROM " + table(kind, "artifact"));
            assertThat(store.find(Samples.ADA, whole.ref())).isEmpty();
            clock.advance(Collector.GRACE.minusSeconds(1));
            open(kind).close();
            assertThat(count(kind, "chunk")).containsExactly("4");
            clock.advance(Duration.ofSeconds(1));
            open(kind).close();
            assertThat(count(kind, "chunk")).containsExactly("0");
            put(store, content);
        }
    }

    @ParameterizedTest
    @EnumSource
    void expiredBytes_areRemovedWithTheFirstThatIsStored_notWhenTheStoreIsOpened(Kind kind) throws IOException {
        open(kind).close();
        ArtifactLimits limits =
                ArtifactLimits.builder().maxAge(Duration.ofMinutes(5)).build();
        JdbcArtifactStore.Builder builder =
                JdbcArtifactStore.builder().clock(clock).schema(schema).limits(limits);
        for (int round = 0; round < 2; round++) {
            try (ArtifactStore store = kind == Kind.SQLITE
                    ? builder.sqlite(folder.resolve("artifacts.db"))
                    : builder.postgres(PostgresServer.source())) {
                assertThat(count(kind, "chunk")).containsExactly(round == 0 ? "0" : "4");
                put(store, Samples.random(round == 0 ? LARGE : 10, round));
                assertThat(count(kind, "chunk")).containsExactly(round == 0 ? "4" : "1");
                clock.advance(Duration.ofMinutes(5));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void damage_isTold_neverServed(Kind kind) throws IOException {
        byte[] content = Samples.random(LARGE, 1);
        String flip = kind == Kind.SQLITE
                ? "data = CAST(zeroblob(length(data)) AS BLOB)"
                : "data = set_byte(data, 9, get_byte(data, 9) # 1)";
        for (String harm : List.of(
                "UPDATE " + table(kind, "chunk") + " SET " + flip + " WHERE number = 1",
                "DELETE FROM " + table(kind, "chunk") + " WHERE number = 1",
                "UPDATE " + table(kind, "chunk") + " SET number = number + 9 WHERE number = 1",
                "UPDATE " + table(kind, "chunk") + " SET checksum = checksum + 1 WHERE number = 1")) {
            try (ArtifactStore store = open(kind)) {
                ArtifactInfo info = put(store, content);
                RawSql.run(raw(kind), harm);
                for (long offset : new long[] {0, 1, Chunk.BYTES + 3}) {
                    assertThatThrownBy(() -> {
                                try (InputStream in = store.open(Samples.ADA, info.ref(), offset)
                                        .orElseThrow()) {
                                    in.readAllBytes();
                                }
                            })
                            .isInstanceOf(StoreException.class)
                            .hasMessageContaining("damaged");
                }
                store.erase(ArtifactFilter.everyTenant());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesOfAnotherReference_areTold(Kind kind) throws IOException {
        for (int size : new int[] {100, LARGE}) {
            try (ArtifactStore store = open(kind)) {
                ArtifactInfo info = put(store, Samples.random(size, 1));
                RawSql.run(raw(kind), "UPDATE " + table(kind, "blob") + " SET sha256 = '" + "0".repeat(64) + "'");
                ArtifactRef wrong = new ArtifactRef("sha256:" + "0".repeat(64));
                assertThat(store.find(Samples.ADA, info.ref())).isEmpty();
                assertThatThrownBy(() ->
                                store.open(Samples.ADA, wrong, 0).orElseThrow().readAllBytes())
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("not what its reference says");
                store.erase(ArtifactFilter.everyTenant());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void runtimeArtifacts_overAStoreOfThisModule_areOffloadedAndRead(Kind kind) throws IOException {
        try (ContextSafety safety = Artifacts.over(open(kind));
                ArtifactStore store = open(kind)) {
            Json heavy = Json.string("x".repeat(100_000));
            Object stub = safety.settle(heavy, RUN, "tool.v1", ContextSafety.DEFAULT_THRESHOLD_BYTES);
            assertThat(stub).isNotNull();
            List<ArtifactInfo> stored = store.list(ArtifactFilter.task(RUN), 10);
            assertThat(stored).hasSize(1);
            try (InputStream in =
                    store.open(Samples.ADA, stored.get(0).ref(), 0).orElseThrow()) {
                assertThat(in.readAllBytes()).isEqualTo(heavy.toBytes());
            }
        }
    }

    @Test
    void journalAndArtifacts_inOneFile_liveSideBySide() throws IOException {
        Path file = folder.resolve("artifacts.db");
        try (ArtifactStore store = open(Kind.SQLITE);
                JdbcJournal journal = JdbcJournal.sqlite(file)) {
            put(store, Samples.random(LARGE, 1));
            Claim claim = journal.claim("run-1", "one", Samples.LEASE).orElseThrow();
            assertThat(journal.append(claim, 0, Samples.entries(1, 1), Samples.head("run-1")))
                    .isEqualTo(1);
        }
    }
}
