package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that stores artifacts in a database, every other time in the middle of one, else at moments of no choice of its own. How often: a fifth of
 * {@code -Dharbor.crash.kills=500}.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
final class ArtifactCrashTest {

    private static final int KILLS = Math.max(2, Integer.getInteger("harbor.crash.kills", 40) / 5);
    private static final int MOST_LINES = 30;

    /** So many kills share what is stored, so that what each looks at stays bounded. */
    private static final int TOGETHER = 10;

    private static final List<String> OPTIONS = List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    @TempDir
    Path folder;

    private final List<String> told = new ArrayList<>();
    private int halved;

    @Test
    void process_killedWhileItStoresInSqlite_leavesAllThatItAcknowledged_whole_andNothingHalf() throws Exception {
        Path file = folder.resolve("artifacts.db");
        killAll(file.toString(), RawSql.sqlite(file), "");
    }

    @Test
    void process_killedWhileItStoresInPostgres_leavesAllThatItAcknowledged_whole_andNothingHalf() throws Exception {
        String schema = PostgresServer.newSchema();
        String url = PostgresServer.server().getJdbcUrl("postgres", "postgres");
        killAll(url + " " + schema, RawSql.of(PostgresServer.source()), schema + ".");
    }

    private void killAll(String where, RawSql.Source database, String prefix) throws Exception {
        Random random = new Random(4713);
        for (int kill = 0; kill < KILLS; kill++) {
            killOne(random, where, kill);
            if (!prefix.isEmpty()) {
                PostgresServer.awaitNoChild();
            }
            try (ArtifactStore store = open(where, Clock.systemUTC())) {
                assertWhole(store);
            }
            assertNothingDangles(database, prefix);
            if (kill % 2 == 0) {
                assertThat(leftovers(database, prefix)).isNotEqualTo("0");
                halved++;
            }
            assertCleanedUp(where, database, prefix, kill);
        }
        assertThat(halved).isPositive();
    }

    private void killOne(Random random, String where, int kill) throws Exception {
        int lines = 1 + random.nextInt(MOST_LINES);
        String halt = kill % 2 == 0 ? String.valueOf(lines) : "0";
        try (ChildJvm child = ChildJvm.start(OPTIONS, StoringForEver.class, where, "" + kill * 1000, halt)) {
            String line = String.valueOf(child.line());
            for (int count = 1; !line.equals("half") && (kill % 2 == 0 || count < lines); count++) {
                told.add(line);
                line = String.valueOf(child.line());
            }
            told.add(line);
            told.addAll(child.kill());
        }
    }

    private void assertWhole(ArtifactStore store) throws Exception {
        for (String line : told) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "stored" ->
                    assertThat(read(store, new ArtifactRef(words[2])))
                            .as(line)
                            .isEqualTo(StoringForEver.content(Integer.parseInt(words[1])));
                case "deleted" ->
                    assertThat(store.find(Samples.ADA, new ArtifactRef(words[2])))
                            .as(line)
                            .isEmpty();
                default -> assertThat(line).matches("half|deleting \\d+ sha256:[0-9a-f]{64}");
            }
        }
        for (ArtifactInfo info : store.list(ArtifactFilter.everyTenant(), 10_000)) {
            byte[] content = read(store, info.ref());
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            assertThat(HexFormat.of().formatHex(digest)).isEqualTo(info.ref().sha256());
            assertThat(content).hasSize((int) info.sizeBytes());
        }
    }

    private static byte[] read(ArtifactStore store, ArtifactRef ref) throws IOException {
        try (InputStream in = store.open(Samples.ADA, ref, 0).orElseThrow(() -> new AssertionError("no " + ref))) {
            return in.readAllBytes();
        }
    }

    private static void assertNothingDangles(RawSql.Source database, String prefix) {
        assertThat(count(
                        database,
                        prefix + "artifact a LEFT JOIN " + prefix
                                + "blob b ON b.id = a.blob WHERE b.id IS NULL OR b.state <> 1"))
                .as("entries without bytes")
                .isEqualTo("0");
        assertThat(count(
                        database,
                        prefix + "blob b LEFT JOIN " + prefix
                                + "artifact a ON a.blob = b.id WHERE a.id IS NULL AND b.state = 1"))
                .as("stored bytes without an entry")
                .isEqualTo("0");
    }

    private static String leftovers(RawSql.Source database, String prefix) {
        return count(database, prefix + "blob WHERE state <> 1");
    }

    private static String count(RawSql.Source database, String what) {
        return RawSql.column(database, "SELECT count(*) FROM " + what).get(0);
    }

    /** Whoever opens the store an hour later removes what was left, with its pieces. */
    private void assertCleanedUp(String where, RawSql.Source database, String prefix, int kill) {
        try (ArtifactStore later = open(where, Clock.offset(Clock.systemUTC(), Duration.ofHours(2)))) {
            assertThat(leftovers(database, prefix)).isEqualTo("0");
            assertThat(count(
                            database,
                            prefix + "chunk c LEFT JOIN " + prefix + "blob b ON b.id = c.blob WHERE b.id IS NULL"))
                    .isEqualTo("0");
            if (kill % TOGETHER == TOGETHER - 1) {
                later.erase(ArtifactFilter.everyTenant());
                assertThat(count(database, prefix + "chunk")).isEqualTo("0");
                told.clear();
            }
        }
    }

    private static ArtifactStore open(String where, Clock clock) {
        String[] words = where.split(" ", 2);
        JdbcArtifactStore.Builder builder = JdbcArtifactStore.builder().clock(clock);
        return words.length == 1
                ? builder.sqlite(Path.of(where))
                : builder.schema(words[1]).postgres(PostgresServer.source());
    }
}
