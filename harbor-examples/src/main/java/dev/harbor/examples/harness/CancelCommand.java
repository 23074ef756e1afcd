package dev.harbor.examples.harness;

import dev.harbor.json.Json;
import dev.harbor.run.RunState;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends a run wherever it is driven. */
@Command(
        name = "cancel",
        description = "Ends a run wherever it is driven. A write that is going on is in doubt then, and the run waits.")
final class CancelCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private StateOption state = new StateOption();

    @Mixin
    private RunOption run = new RunOption();

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; goes on record")
    private String reason = "";

    CancelCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (Operations operations = Operations.of(state.dir())) {
            operations.require(run.id());
            operations.operator().cancel(run.id(), reason);
            RunView view = operations.require(run.id());
            console.print(Json.of(RunJson.of(view)));
            if (view.run().state() == RunState.CANCELLED) {
                return 0;
            }
            Advice advice = Advice.of(view);
            console.say("run is " + advice.what());
            advice.steps().forEach(console::say);
            return 1;
        }
    }
}
