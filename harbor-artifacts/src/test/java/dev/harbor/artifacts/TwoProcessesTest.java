package dev.harbor.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.identity.Identity;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes over one directory. */
final class TwoProcessesTest {

    private static final int COUNT = 60;

    @TempDir
    Path folder;

    @Test
    void processes_thatShareADirectory_storeReadAndDeleteAtOnce() throws Exception {
        Identity owner = Storing.scope("shared").identity();
        List<String> told;
        try (ArtifactStore store = Artifacts.fileStore(folder);
                ChildJvm child =
                        ChildJvm.start(List.of(), Storing.class, folder.toString(), "0", "" + COUNT, "shared")) {
            told = new ArrayList<>(List.of(String.valueOf(child.line())));
            for (int number = 0; number < COUNT; number++) {
                byte[] content = Storing.content(number);
                ArtifactInfo mine = store.put(
                        new dev.harbor.artifact.ArtifactScope(owner, "mine"),
                        new ByteArrayInputStream(content),
                        Samples.BYTES);
                try (InputStream in = store.open(owner, mine.ref(), 0).orElseThrow()) {
                    assertThat(in.readAllBytes()).isEqualTo(content);
                }
            }
            told.addAll(child.end());
            assertThat(told).hasSize(COUNT + COUNT / 4).allMatch(line -> line.matches("(stored|deleting|deleted) .*"));
            assertThat(store.list(ArtifactFilter.session(owner), 10_000).stream()
                            .filter(info -> info.scope().task().equals("mine"))
                            .map(ArtifactInfo::ref)
                            .distinct())
                    .containsExactlyInAnyOrderElementsOf(distinct(number -> true));
            assertThat(store.list(ArtifactFilter.task(Storing.scope("shared")), 10_000))
                    .extracting(ArtifactInfo::ref)
                    .containsExactlyInAnyOrderElementsOf(distinct(number -> number % 4 != 3));
            assertThat(inodesOf(Sha256.ref(Storing.content(5)))).isLessThanOrEqualTo(2);
        }
    }

    private static List<dev.harbor.artifact.ArtifactRef> distinct(java.util.function.IntPredicate which) {
        return java.util.stream.IntStream.range(0, COUNT)
                .filter(which)
                .mapToObj(number -> Sha256.ref(Storing.content(number)))
                .distinct()
                .toList();
    }

    private long inodesOf(dev.harbor.artifact.ArtifactRef ref) throws Exception {
        try (Stream<Path> paths = Files.walk(folder.resolve("v1"))) {
            return paths.filter(Files::isRegularFile)
                    .filter(path -> path.toString().contains(ref.sha256()) && !path.endsWith("description"))
                    .map(TwoProcessesTest::inode)
                    .distinct()
                    .count();
        }
    }

    private static Object inode(Path path) {
        try {
            return Files.getAttribute(path, "unix:ino");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void temporaryFiles_ofAnotherLiveProcess_stay() throws Exception {
        try (ChildJvm child = ChildJvm.start(List.of(), Storing.class, folder.toString(), "0", "0", "s")) {
            assertThat(child.line()).startsWith("stored");
            for (int i = 0; i < 5; i++) {
                Artifacts.fileStore(folder).close();
                assertThat(child.line()).matches("(stored|deleting|deleted) .*");
            }
            assertThat(child.kill()).allMatch(line -> line.matches("(stored|deleting|deleted) .*"));
        }
    }
}
