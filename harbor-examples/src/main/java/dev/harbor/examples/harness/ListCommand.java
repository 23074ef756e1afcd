package dev.harbor.examples.harness;

import dev.harbor.run.RunState;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists runs. */
@Command(name = "list", description = "Prints what is known about the runs, ordered by id.")
final class ListCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private StateOption state = new StateOption();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "only runs in that state, one of ${COMPLETION-CANDIDATES}; may be given again")
    private List<RunState> states = List.of();

    ListCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (Operations operations = Operations.of(state.dir())) {
            String[] wanted = states.stream().map(RunState::wireName).toArray(String[]::new);
            console.print(RunJson.list(operations.list(wanted)));
            return 0;
        }
    }
}
