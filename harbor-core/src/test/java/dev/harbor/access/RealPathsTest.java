package dev.harbor.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RealPathsTest {

    private static final ToolDefinition READ =
            ToolDefinition.builder(ToolId.of("read"), Json.EMPTY_OBJECT).build();

    @TempDir
    private Path outer;

    private Path base;

    @BeforeEach
    void plant() throws IOException {
        base = Files.createDirectories(outer.resolve("base"));
        Files.createDirectories(base.resolve("src/deep"));
        Files.createDirectories(outer.resolve("secret/deep"));
        Files.writeString(outer.resolve("secret/key"), "k");
        Files.writeString(base.resolve("src/a"), "a");
        link("src/inside", base.resolve("src/deep"));
        link("src/outside", outer.resolve("secret"));
        link("src/relative", Path.of("../../secret"));
        link("src/file", outer.resolve("secret/key"));
        link("src/dangling", outer.resolve("gone"));
        link("src/loop", Path.of("loop"));
        link("src/twice", base.resolve("src/outside"));
        link("linkedRoot", base.resolve("src"));
    }

    private void link(String name, Path target) throws IOException {
        Files.createSymbolicLink(base.resolve(name), target);
    }

    @ParameterizedTest
    @CsvSource({
        "src, true",
        "src/a, true",
        "src/new, true",
        "src/new/deeper/file, true",
        "src/inside, true",
        "src/inside/new, true",
        "src/deep/../a, true",
        "src/outside, false",
        "src/outside/key, false",
        "src/outside/new, false",
        "src/relative/key, false",
        "src/file, false",
        "src/twice/key, false",
        "src/dangling, false",
        "src/dangling/x, false",
        "src/loop, false",
        "src/inside/../../src/a, true",
        "src/outside/../base/src/a, true",
        "src/outside/../secret/key, false",
        "src/relative/deep/../key, false",
    })
    void path_isFollowedThroughLinks(String path, boolean allowed) {
        assertThat(isAllowed("src", path)).isEqualTo(allowed);
    }

    @Test
    void path_throughALinkAndBack_isJudgedAsTheSystemWouldGo() {
        // Cleaned without a look, this is src/a; the system goes to the directory above the link's target.
        assertThat(RelativePath.of("src/inside/../a")).hasToString("src/a");
        assertThat(isAllowed("src/deep", "src/deep/../a")).isFalse();
        assertThat(isAllowed("src", "src/outside/../a")).isFalse();
    }

    @Test
    void root_thatIsALink_isFollowedToo() {
        assertThat(isAllowed("linkedRoot", "linkedRoot/a")).isTrue();
        assertThat(isAllowed("linkedRoot", "linkedRoot/outside/key")).isFalse();
    }

    @Test
    void root_thatIsNotThereYet_isAllowed() {
        assertThat(isAllowed("later", "later/a")).isTrue();
    }

    @Test
    void root_ofTheBaseItself_stillSeesLinks() {
        assertThat(isAllowed(".", "src/a")).isTrue();
        assertThat(isAllowed(".", "src/outside/key")).isFalse();
    }

    @Test
    void backslash_onASystemWhereItIsPartOfANameIsNoSeparator() {
        if (base.getFileSystem().getSeparator().equals("/")) {
            assertThat(isAllowed("src", "src\\a")).isFalse();
        } else {
            assertThat(isAllowed("src", "src\\a")).isTrue();
        }
    }

    private boolean isAllowed(String root, String path) {
        AccessPolicy policy = RestrictionPolicy.builder()
                .roots(root)
                .pathFields("path")
                .fileSystem(base)
                .build();
        return policy.evaluate(AccessRequest.dispatch(
                        Identity.of("acme", "ada", "s1"), null, READ, Json.of(Map.of("path", path))))
                instanceof Verdict.Allow;
    }
}
