package dev.harbor.examples.harness;

import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.ResolvedPause;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Names a pause and who decides about it, and records what was decided. Nothing is called; the run can be resumed then. */
final class PauseOption {

    @Mixin
    private StateOption state = new StateOption();

    @Option(names = "--pause-id", paramLabel = "ID", required = true, description = "the pause, as 'inspect' shows it")
    private String pause = "";

    @Option(names = "--actor", paramLabel = "NAME", required = true, description = "who decides")
    private String actor = "";

    @Option(names = "--note", paramLabel = "TEXT", defaultValue = "", description = "why; the planner reads it")
    private String note = "";

    String actor() {
        return actor;
    }

    int record(Console console, Resolution decision) {
        try (Operations operations = Operations.of(state.dir())) {
            ResolvedPause resolved = operations.operator().resolvePause(pause, decision.note(note));
            console.print(Json.of(RunJson.of(operations.require(resolved.runId()))));
            return 0;
        }
    }
}
