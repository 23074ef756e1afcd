package dev.harbor.examples.notes;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tools.mcp.McpBinding;
import dev.harbor.tools.mcp.McpSource;
import dev.harbor.tools.mcp.McpTools;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Runs the agent: {@code node server-filesystem/dist/index.js server-memory/dist/index.js folder}. The servers are started as child processes that see none of this
 * process's variables, and are ended with it.
 */
public final class Notes {

    private static final Identity ADA = Identity.of("acme", "ada", "notes");

    private Notes() {}

    /** Runs it once and prints what came of it. */
    public static void main(String[] args) {
        if (args.length != 4) {
            System.err.println("usage: notes <node> <server-filesystem> <server-memory> <folder>");
            System.exit(2);
        }
        RunResult result = run(files(args[0], args[1], Path.of(args[3])), memory(args[0], args[2], Path.of(args[3])), Path.of(args[3]));
        System.out.println(result.reason() + ": " + result.result());
    }

    /** Reading is bound as a read, which may be repeated and runs beside others; writing as a write, which is made once. All other tools are left out. */
    static McpSource files(String node, String script, Path folder) {
        return McpTools.stdio("files", node, script, folder.toString())
                .bind(
                        McpBinding.of("list_directory").effect(SideEffect.READ),
                        McpBinding.of("read_text_file").effect(SideEffect.READ),
                        McpBinding.of("write_file").effect(SideEffect.WRITE))
                .boundOnly();
    }

    static McpSource memory(String node, String script, Path folder) {
        return McpTools.stdio("memory", node, script)
                .environment("MEMORY_FILE_PATH", folder.resolve("memory.jsonl").toString())
                .bind(
                        McpBinding.of("create_entities").effect(SideEffect.WRITE),
                        McpBinding.of("search_nodes").effect(SideEffect.READ))
                .boundOnly();
    }

    static RunResult run(McpSource files, McpSource memory, Path folder) {
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .source(files)
                .source(memory)
                .planner(new NotesPlanner(folder.toString()))
                .build()) {
            return runtime.as(ADA).start(RunRequest.goal("Remember the notes")).await(Duration.ofMinutes(2));
        }
    }
}
