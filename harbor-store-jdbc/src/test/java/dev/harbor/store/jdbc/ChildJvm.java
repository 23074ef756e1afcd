package dev.harbor.store.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a main class of the tests in a process of its own, which ends with the test at the latest. Not thread-safe. */
final class ChildJvm implements AutoCloseable {

    private static final int PATIENCE_MINUTES = 4;

    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ChildJvm start(List<String> options, Class<?> main, String... arguments) throws IOException {
        return start(List.of(), options, main, arguments);
    }

    /** Starts the process through another command, such as a shell that limits it. */
    static ChildJvm start(List<String> through, List<String> options, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(through);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Newer JVMs warn where the output is read when the driver loads its library, unless they are told that it may.
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Returns the next line that it printed, or null when it has ended. */
    @Nullable
    String line() throws IOException {
        return output.readLine();
    }

    /** Waits for the end and returns what it printed last. */
    List<String> end() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (String line = line(); line != null; line = line()) {
            lines.add(line);
        }
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            throw new AssertionError("the child did not end; it said " + lines);
        }
        return lines;
    }

    /** Ends it at once, as {@code kill -9} does, and returns what it had printed in whole lines. */
    List<String> kill() throws IOException, InterruptedException {
        // The handle kills and no more; the process would close the stream with what is still in it.
        process.toHandle().destroyForcibly();
        StringBuilder rest = new StringBuilder();
        for (int c = output.read(); c >= 0; c = output.read()) {
            rest.append((char) c);
        }
        process.waitFor();
        return rest.substring(0, rest.lastIndexOf("\n") + 1).lines().toList();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
