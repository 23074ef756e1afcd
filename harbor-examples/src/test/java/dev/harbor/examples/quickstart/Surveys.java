package dev.harbor.examples.quickstart;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A run of the quickstart inside the test, with what it printed. */
record Surveys(int exitCode, String out, String err) {

    static Surveys of(Path directory, Path state) {
        return of(Terminal.PLAIN, "--dir", directory.toString(), "--state", state.toString());
    }

    static Surveys of(Terminal terminal, String... arguments) {
        return of(terminal, Map.of(), arguments);
    }

    static Surveys of(Terminal terminal, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = new Quickstart(stream(out), stream(err), terminal, environment).run(List.of(arguments));
        return new Surveys(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    /** Returns the lines in which a call of a tool is told, each with its columns. */
    List<List<String>> calls(String tool) {
        return out.lines()
                .map(line -> List.of(line.strip().split("\\s{2,}")))
                .filter(columns -> columns.size() > 2 && columns.get(1).equals(tool))
                .toList();
    }
}
