package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.tool.ToolFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkspaceTest {

    private static final byte[] CONTENT = {1, 2, 3};

    @TempDir
    Path place;

    private Path root;
    private Workspace workspace;

    @BeforeEach
    void make() throws IOException {
        root = Files.createDirectory(place.toRealPath().resolve("root"));
        Files.createDirectory(place.resolve("outside"));
        workspace = new Workspace(root, Files.createDirectory(root.resolve("state")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/etc/passwd",
                "..",
                "../outside/x",
                "a/../../outside/x",
                "a/../b",
                "a\0b",
                "a\nb",
                "a\\b",
                "state",
                "state/journal.db",
                "./state/x"
            })
    void path_thatLeadsOut_isRefused_andMakesNothing(String name) throws IOException {
        assertThatThrownBy(() -> workspace.write(name, CONTENT)).isInstanceOf(ToolFailed.class);
        assertThatThrownBy(() -> workspace.read(name)).isInstanceOf(ToolFailed.class);

        try (Stream<Path> all = Files.walk(place)) {
            assertThat(all.filter(Files::isRegularFile)).isEmpty();
        }
        assertThat(root.resolve("a")).doesNotExist();
    }

    @Test
    void path_ofTooManyBytes_isRefused() {
        String name = ("d".repeat(63) + "/").repeat(16);

        assertThatThrownBy(() -> workspace.write(name + "\u00e9", CONTENT))
                .isInstanceOf(ToolFailed.class)
                .hasMessageContaining("1024 bytes");
        workspace.write(name.substring(0, 1023) + "f", CONTENT);
    }

    @Test
    void link_anywhere_isRefused() throws IOException {
        Files.createDirectory(root.resolve("real"));
        Files.createSymbolicLink(root.resolve("folder"), root.resolve("real"));
        Files.createSymbolicLink(root.resolve("out"), place.resolve("outside"));
        Files.createSymbolicLink(root.resolve("real/file"), place.resolve("outside/file"));

        for (String name : new String[] {"folder/x", "out/x", "real/file", "out"}) {
            assertThatThrownBy(() -> workspace.write(name, CONTENT))
                    .isInstanceOf(ToolFailed.class)
                    .hasMessageContaining("is a link");
            assertThatThrownBy(() -> workspace.existing(name)).isInstanceOf(ToolFailed.class);
        }
        assertThat(place.resolve("outside")).isEmptyDirectory();
    }

    @Test
    void file_isReplacedAsAWhole_inFoldersThatArePrivate() throws IOException {
        workspace.write("a/b/file", new byte[] {9});
        workspace.write("a/b/file", CONTENT);

        assertThat(root.resolve("a/b/file")).hasBinaryContent(CONTENT);
        assertThat(Modes.of(root.resolve("a"))).isEqualTo("rwx------");
        assertThat(Modes.of(root.resolve("a/b"))).isEqualTo("rwx------");
        try (Stream<Path> all = Files.list(root.resolve("a/b"))) {
            assertThat(all).hasSize(1);
        }
    }

    @Test
    void content_ofOneByteTooMuch_isRefused() throws IOException {
        workspace.write("most", new byte[Workspace.MAX_CONTENT_BYTES]);

        assertThat(workspace.read("most")).hasSize(Workspace.MAX_CONTENT_BYTES);
        assertThatThrownBy(() -> workspace.write("more", new byte[Workspace.MAX_CONTENT_BYTES + 1]))
                .isInstanceOf(ToolFailed.class);
        Files.write(root.resolve("large"), new byte[Workspace.MAX_CONTENT_BYTES + 1]);
        assertThatThrownBy(() -> workspace.read("large")).isInstanceOf(ToolFailed.class);
    }

    @Test
    void write_overAFolder_isAKnownFailure() {
        workspace.write("a/file", CONTENT);

        assertThatThrownBy(() -> workspace.write("a", CONTENT))
                .isInstanceOfSatisfying(
                        ToolFailed.class, e -> assertThat(e.outcomeKnown()).isTrue());
        assertThatThrownBy(() -> workspace.write("a/file/b", CONTENT))
                .isInstanceOfSatisfying(
                        ToolFailed.class, e -> assertThat(e.outcomeKnown()).isTrue());
        assertThatThrownBy(() -> workspace.read("a")).hasMessageContaining("is no file");
        assertThatThrownBy(() -> workspace.read("b")).hasMessageContaining("there is no 'b'");
    }
}
