package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.json.Json;
import dev.harbor.testkit.FakeToolContext;
import dev.harbor.tool.InvalidArguments;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolInvoker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportToolsTest {

    @TempDir
    Path folder;

    private static Report report(long files) {
        return new Report(
                "x", files, 0, 0, 0, 0, 0, 0, List.of(), List.of(), Optional.empty(), Optional.empty(), List.of());
    }

    private void write(String name, long files, String key) throws Exception {
        Tool<?, ?> tool = new ReportTools(folder).all().get(0);
        Json arguments = Json.of(Map.of("name", name, "report", Findings.CODEC.encode(report(files))));
        invoke(
                tool.invoker(),
                arguments,
                FakeToolContext.builder().idempotencyKey(key).build());
    }

    private static <I> void invoke(ToolInvoker<I, ?> invoker, Json arguments, FakeToolContext context)
            throws Exception {
        invoker.invoke(invoker.decode(arguments), context);
    }

    @Test
    void report_writtenTwiceUnderOneKey_isWrittenOnce() throws Exception {
        write("survey", 1, "key-1");
        write("survey", 2, "key-1");

        assertThat(Files.readString(folder.resolve("survey.md"))).contains("| files | 1 |");
    }

    @Test
    void report_writtenUnderAnotherKey_isReplaced() throws Exception {
        write("survey", 1, "key-1");
        write("survey", 2, "key-2");

        assertThat(Files.readString(folder.resolve("survey.md"))).contains("| files | 2 |");
    }

    @Test
    void report_writtenOnce_leavesNothingElseBehind() throws Exception {
        write("survey", 1, "key-1");

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("survey.md", "survey.key");
        }
    }

    @Test
    void report_withNameThatIsAPath_isRefused() {
        assertThatThrownBy(() -> write("../survey", 1, "key-1"))
                .isInstanceOfSatisfying(
                        InvalidArguments.class,
                        e -> assertThat(e.violations().get(0).pointer()).isEqualTo("/name"));
        assertThat(folder.resolveSibling("survey.md")).doesNotExist();
    }
}
