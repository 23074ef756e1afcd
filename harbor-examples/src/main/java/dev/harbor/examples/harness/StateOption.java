package dev.harbor.examples.harness;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that all commands share. */
final class StateOption {

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            defaultValue = StateDir.DEFAULT,
            description = "where runs are kept; ${DEFAULT-VALUE} when not given")
    private Path path = Path.of(StateDir.DEFAULT);

    StateDir dir() {
        return new StateDir(path);
    }
}
