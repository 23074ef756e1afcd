package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.examples.quickstart.FileTools.LineCount;
import dev.harbor.policy.Cancellation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WalkTest {

    @TempDir
    Path directory;

    private final Cancellation cancellation = Cancellation.create();
    private final List<Path> files = new ArrayList<>();
    private SurveyRoot root;

    @BeforeEach
    void openRoot() throws Exception {
        root = new SurveyRoot(directory.toRealPath(), directory.resolve("state"));
    }

    private Walk walk() throws Exception {
        return Walk.through(root, cancellation, (file, bytes) -> files.add(file));
    }

    @Test
    void walk_throughLinks_countsAndDoesNotFollow() throws Exception {
        Files.createDirectory(directory.resolve("a"));
        Files.writeString(directory.resolve("a/file"), "x");
        Files.createSymbolicLink(directory.resolve("a/loop"), directory);
        Files.createSymbolicLink(directory.resolve("other"), Path.of("a"));

        Walk walk = walk();

        assertThat(walk.files()).isEqualTo(1);
        assertThat(walk.links()).isEqualTo(2);
        assertThat(walk.folders()).isEqualTo(1);
    }

    @Test
    void walk_overPipe_countsAndDoesNotOpen() throws Exception {
        Process mkfifo = new ProcessBuilder("mkfifo", directory.resolve("pipe").toString())
                .inheritIO()
                .start();
        assertThat(mkfifo.waitFor()).isZero();

        Walk walk = walk();

        assertThat(walk.others()).isEqualTo(1);
        assertThat(files).isEmpty();
    }

    @Test
    void walk_whereNothingIs_countsItAsUnreadable() throws Exception {
        root = new SurveyRoot(directory.resolve("gone"), directory);

        assertThat(walk().unreadable()).isEqualTo(1);
    }

    @Test
    void walk_ofFolderWithoutPermission_goesOn() throws Exception {
        Path closed = Files.createDirectory(directory.resolve("closed"));
        Files.writeString(directory.resolve("open"), "x");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        boolean isEnforced = !Files.isReadable(closed);

        Walk walk = walk();

        assertThat(walk.unreadable()).isEqualTo(isEnforced ? 1 : 0);
        assertThat(files).hasSize(1);
    }

    @Test
    void walk_thatIsCancelled_stops() throws Exception {
        Files.writeString(directory.resolve("a"), "x");
        Files.writeString(directory.resolve("b"), "x");
        cancellation.cancel("enough");

        walk();

        assertThat(files).hasSize(1);
    }

    @Test
    void counter_ofFileThatCannotBeOpened_countsItAsUnreadable() {
        LineCounter counter = new LineCounter(root, cancellation);

        counter.accept(directory.resolve("gone"), 1);

        assertThat(result(counter).unreadable()).isEqualTo(1);
    }

    @Test
    void counter_ofFileThatIsTooLarge_doesNotReadIt() {
        LineCounter counter = new LineCounter(root, cancellation);

        counter.accept(directory.resolve("gone"), FileTools.MAX_READ_BYTES + 1L);

        assertThat(result(counter).tooLarge()).isEqualTo(1);
        assertThat(result(counter).unreadable()).isZero();
    }

    private static LineCount result(LineCounter counter) {
        return counter.result(0, 5, Comparator.comparing(Report.FileSize::path));
    }
}
