package dev.harbor.tools.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lets the public conformance suite test the client, which it does over HTTP; run by {@code -Pinterop}. */
@Tag("interop")
final class ConformanceSuiteTest {

    private static final String SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

    /** Extensions of authorization, which no requirement counts: tokens of an identity provider, tokens bound to keys, identities of workloads. */
    private static final Set<String> NOT_SUPPORTED =
            Set.of("auth/enterprise-managed-authorization", "auth/dpop", "auth/dpop-nonce", "auth/wif-jwt-bearer");

    private static final Pattern FAILED = Pattern.compile("\u2717 (\\S+): \\d+ passed.*");

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void requirements_areAllMet_andOfTheExtensionsAllThatAreSupported(String revision) throws Exception {
        Path log = conform("requirements-" + revision, "--requirements", revision);
        Set<String> failed = Files.readAllLines(log, StandardCharsets.UTF_8).stream()
                .map(FAILED::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .collect(Collectors.toSet());
        assertThat(failed).isEqualTo(NOT_SUPPORTED);
    }

    @RepeatedTest(10)
    void sseRetry_alone_passes() throws Exception {
        conform("sse-retry", "--scenario", "sse-retry", "--spec-version", "2025-11-25");
    }

    private static Path conform(String name, String... arguments) throws Exception {
        Path log = Npm.folder().resolve(name + ".log");
        List<String> command =
                new ArrayList<>(List.of(Npm.node(), Npm.folder().resolve(SUITE).toString(), "client"));
        command.addAll(List.of(arguments));
        command.addAll(
                List.of("--timeout", "180000", "-o", Npm.folder().resolve("out").toString(), "--command", client()));
        Process suite = new ProcessBuilder(command)
                .directory(Npm.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(suite.waitFor(5, TimeUnit.MINUTES))
                    .as("the suite ends in time; %s", log)
                    .isTrue();
        } finally {
            suite.descendants().forEach(ProcessHandle::destroyForcibly);
            suite.destroyForcibly();
        }
        assertThat(suite.exitValue()).as(() -> tail(log)).isZero();
        return log;
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 150), lines.size()));
        } catch (java.io.IOException e) {
            return log + " can't be read: " + e;
        }
    }

    /** The suite splits the command at blanks, so that all else is in a file. */
    private static String client() throws Exception {
        Path arguments = Npm.folder().resolve("client.args");
        String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        Files.writeString(
                arguments,
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m -cp \"" + path + "\" "
                        + ConformanceClient.class.getName());
        return Path.of(System.getProperty("java.home"), "bin", "java") + " @" + arguments;
    }
}
