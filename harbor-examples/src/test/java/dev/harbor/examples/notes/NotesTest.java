package dev.harbor.examples.notes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the agent over the servers that others wrote, which this fetches by npm; run by {@code -Pinterop}. */
@Tag("interop")
final class NotesTest {

    private static final Path SERVERS = Path.of("target", "mcp").toAbsolutePath();

    @TempDir
    Path temporary;

    @BeforeAll
    static void fetch() throws Exception {
        Files.createDirectories(SERVERS);
        for (String file : List.of("package.json", "package-lock.json")) {
            try (InputStream in = Objects.requireNonNull(NotesTest.class.getResourceAsStream("/mcp/" + file), file)) {
                Files.copy(in, SERVERS.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Process npm = new ProcessBuilder(
                        "npm",
                        "ci",
                        "--no-audit",
                        "--no-fund",
                        "--silent",
                        "--cache",
                        SERVERS.resolve("cache").toString())
                .directory(SERVERS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(npm.waitFor(4, TimeUnit.MINUTES)).as("npm ends in time").isTrue();
        } finally {
            npm.destroyForcibly();
        }
        assertThat(npm.exitValue()).as("npm succeeds").isZero();
    }

    private static String script(String server) {
        return SERVERS.resolve("node_modules/@modelcontextprotocol/" + server + "/dist/index.js")
                .toString();
    }

    @Test
    void agent_overTwoServers_readsNotes_remembersThem_andWritesAReport() throws Exception {
        Path folder = temporary.toRealPath();
        Files.writeString(folder.resolve("monday.txt"), "Ada: wrote the first program\n");
        Files.writeString(folder.resolve("tuesday.txt"), "Grace: wrote the first compiler\nnothing else\n");

        RunResult result = Notes.run(
                Notes.files("node", script("server-filesystem"), folder),
                Notes.memory("node", script("server-memory"), folder),
                folder);

        assertThat(result.state()).as("%s", result.result()).isEqualTo(RunState.SUCCEEDED);
        assertThat(folder.resolve("report.md")).hasContent("All notes are remembered.\n");
        assertThat(Files.readString(folder.resolve("memory.jsonl")))
                .contains("Ada", "wrote the first program", "Grace", "wrote the first compiler");
    }
}
