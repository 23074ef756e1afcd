package dev.harbor.examples.harness;

import dev.harbor.error.HarborException;
import dev.harbor.pause.Resolution;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Rejects what waits for a person. */
@Command(
        name = "reject",
        description =
                "Rejects what waits for a person. A call is denied then, and the run can be resumed; a run that waits"
                        + " itself ends.")
final class RejectCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private PauseOption pause = new PauseOption();

    RejectCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try {
            return pause.record(console, Resolution.reject(pause.actor()));
        } catch (IllegalArgumentException e) {
            throw new Refused(String.valueOf(e.getMessage()), e);
        } catch (HarborException e) {
            throw new Refused("not rejected: " + e.getMessage(), e);
        }
    }
}
