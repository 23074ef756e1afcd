package dev.harbor.examples.harness;

import dev.harbor.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows a run without disturbing who drives it. */
@Command(name = "inspect", description = "Prints a run as it is on record, without disturbing who drives it.")
final class InspectCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private StateOption state = new StateOption();

    @Mixin
    private RunOption run = new RunOption();

    @Option(names = "--html", paramLabel = "FILE", description = "also write a page for people")
    private @Nullable Path html;

    InspectCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (Operations operations = Operations.of(state.dir())) {
            RunView view = operations.require(run.id());
            if (html != null) {
                write(html, RunPage.of(view));
            }
            console.print(Json.of(RunJson.of(view)));
            return 0;
        }
    }

    private static void write(Path file, String page) {
        try {
            Privacy.makeFile(file);
            Files.writeString(file, page, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new Refused("the page can't be written to " + file + ": " + e, e);
        }
    }
}
