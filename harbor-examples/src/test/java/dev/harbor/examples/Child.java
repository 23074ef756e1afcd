package dev.harbor.examples;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a program did in a process of its own, which is where its exit code, its streams and its locale are real. */
public record Child(int exitCode, String out, String err) {

    private static final long PATIENCE_SECONDS = 120;

    /** Returns the command that runs a main class with the class path of this test. */
    public static List<String> java(Class<?> main, List<String> jvmOptions, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs a command to its end. What it prints must be UTF-8, of which ASCII is a part. */
    public static Child run(List<String> command, Map<String, String> environment, Path directory) throws Exception {
        Path out = Files.createTempFile("child-", ".out");
        Path err = Files.createTempFile("child-", ".err");
        Process process = start(command, environment, directory, out.toFile(), err.toFile());
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError(command + " has not ended; it printed: " + Files.readString(out));
            }
            return new Child(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static Process start(
            List<String> command, Map<String, String> environment, Path directory, File out, File err)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out)
                .redirectError(err);
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("LC_") || name.equals("LANG") || name.equals("JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Tells whether everything that was printed is ASCII. */
    public boolean isAscii() {
        return StandardCharsets.US_ASCII.newEncoder().canEncode(out + err);
    }
}
