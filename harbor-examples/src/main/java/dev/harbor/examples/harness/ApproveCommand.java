package dev.harbor.examples.harness;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Approves what waits for a person. */
@Command(
        name = "approve",
        description = "Approves what waits for a person. Nothing is called; the run can be resumed then.")
final class ApproveCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private PauseOption pause = new PauseOption();

    @Option(
            names = "--arguments-json",
            paramLabel = "JSON",
            description = "the arguments to call with instead; they are validated before the call")
    private @Nullable String arguments;

    ApproveCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try {
            Resolution approved = Resolution.approve(pause.actor());
            return pause.record(console, arguments == null ? approved : approved.arguments(Json.parse(arguments)));
        } catch (IllegalArgumentException e) {
            throw new Refused(String.valueOf(e.getMessage()), e);
        } catch (HarborException e) {
            throw new Refused("not approved: " + e.getMessage(), e);
        }
    }
}
