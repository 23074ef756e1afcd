package dev.harbor.examples.harness;

import dev.harbor.json.Json;
import dev.harbor.run.IncomingEvent;
import dev.harbor.tool.Tool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** A directory with a configuration and an event, and the harness over it inside the test. */
record Desk(Path place) {

    static final String CONTENT = "# 1.4\n";
    static final String EXTERNAL_ID = WorkspaceTools.externalId(
            "notes/release.md", WorkspaceTools.sha256(CONTENT.getBytes(StandardCharsets.UTF_8)));

    private static final String CONFIG = """
            {
              "schemaVersion": 1,
              "workspace": "workspace",
              "profile": {"completion": {"mode": "action_with_verification"}},
              "policy": {"effects": ["read", "write"]},
              "budgets": {"maxToolCalls": 8}
            }
            """;

    private static final String EVENT = """
            {
              "version": "v1",
              "source": "desk",
              "externalId": "ticket-17",
              "occurredAt": "2026-11-30T09:00:00Z",
              "goal": "Write the release note into the workspace and verify it",
              "payload": {"path": "notes/release.md", "content": "# 1.4\\n"}
            }
            """;

    /** What a command did. */
    record Ran(int exitCode, String out, String err) {

        Json json() {
            return Json.parse(out);
        }

        String text(String pointer) {
            return json().at(pointer).map(Json::asString).orElse("");
        }
    }

    static Desk at(Path place) {
        Desk desk = new Desk(place);
        desk.write("config.json", CONFIG);
        desk.write("event.json", EVENT);
        return desk;
    }

    Path state() {
        return place.resolve("state");
    }

    Path written() {
        return place.resolve("workspace/notes/release.md");
    }

    String runId() {
        IncomingEvent event = EventFile.read(place.resolve("event.json"));
        return event.runId();
    }

    void write(String name, String content) {
        try {
            Files.writeString(place.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes the configuration. */
    void config(String old, String changed) {
        write("config.json", replaced(CONFIG, old, changed));
    }

    /** Changes the event. */
    void event(String old, String changed) {
        write("event.json", replaced(EVENT, old, changed));
    }

    private static String replaced(String text, String old, String changed) {
        if (!text.contains(old)) {
            throw new IllegalArgumentException("there is no " + old);
        }
        return text.replace(old, changed);
    }

    Ran run(String... more) {
        return run(WorkspaceTools::of, more);
    }

    Ran run(Function<Workspace, List<Tool<?, ?>>> tools, String... more) {
        return command(tools, arguments(more));
    }

    /** Returns the arguments that drive the run of this desk. */
    String[] arguments(String... more) {
        List<String> all = new ArrayList<>(List.of(
                "run",
                "--config",
                place.resolve("config.json").toString(),
                "--event",
                place.resolve("event.json").toString()));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    Ran command(String... arguments) {
        return command(WorkspaceTools::of, arguments);
    }

    /** Runs a command over the state of this desk. */
    private Ran command(Function<Workspace, List<Tool<?, ?>>> tools, String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "--state-dir";
        all[arguments.length + 1] = state().toString();
        return bare(tools, all);
    }

    static Ran bare(Function<Workspace, List<Tool<?, ?>>> tools, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = new Harness(stream(out), stream(err), tools).run(arguments);
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
