package dev.harbor.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.identity.Identity;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that stores, at moments of no choice of its own. How often: {@code -Dharbor.crash.kills=500}. */
final class CrashTest {

    private static final int KILLS = Integer.getInteger("harbor.crash.kills", 8);

    /** So many kills share what is stored, so that what each looks at stays bounded. */
    private static final int TOGETHER = 10;

    private static final Identity OWNER = Storing.scope("s1").identity();

    @TempDir
    Path folder;

    @Test
    void killedProcess_leavesAllThatItAcknowledged_whole_andNothingHalf() throws Exception {
        Random random = new Random(4711);
        List<String> told = new ArrayList<>();
        int lines = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            try (ChildJvm child =
                    ChildJvm.start(List.of("-Xmx64m"), Storing.class, folder.toString(), "" + kill * 1000, "0", "s1")) {
                for (int left = 1 + random.nextInt(40); left > 0; left--) {
                    told.add(String.valueOf(child.line()));
                }
                told.addAll(child.kill());
            }
            try (ArtifactStore store = Artifacts.fileStore(folder)) {
                assertWhole(store, told);
                assertThat(temporaryAreas()).isEqualTo(1);
                if (kill % TOGETHER == TOGETHER - 1) {
                    lines += told.size();
                    store.erase(ArtifactFilter.everyTenant());
                    told.clear();
                }
            }
        }
        assertThat(lines + told.size()).isGreaterThan(KILLS);
    }

    private static void assertWhole(ArtifactStore store, List<String> told) throws Exception {
        for (String line : told) {
            String[] words = line.split(" ");
            ArtifactRef ref = new ArtifactRef(words[2]);
            byte[] content = Storing.content(Integer.parseInt(words[1]));
            switch (words[0]) {
                case "stored" -> assertThat(read(store, ref)).as(line).isEqualTo(content);
                case "deleted" -> assertThat(store.find(OWNER, ref)).as(line).isEmpty();
                default -> assertThat(line).startsWith("deleting ");
            }
        }
        for (ArtifactInfo info : store.list(ArtifactFilter.everyTenant(), 10_000)) {
            assertThat(Sha256.ref(read(store, info.ref()))).isEqualTo(info.ref());
        }
    }

    private static byte[] read(ArtifactStore store, ArtifactRef ref) throws Exception {
        try (InputStream in = store.open(OWNER, ref, 0).orElseThrow()) {
            return in.readAllBytes();
        }
    }

    private long temporaryAreas() throws Exception {
        try (Stream<Path> areas = Files.list(folder.resolve("tmp"))) {
            return areas.count();
        }
    }
}
