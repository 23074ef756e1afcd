package dev.harbor.examples.harness;

import dev.harbor.error.HarborException;
import dev.harbor.tool.Tool;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Drives durable runs on this machine, and lets an operator look at them, resolve what is in doubt, and end them. See {@code --help}. */
@Command(
        name = Harness.NAME,
        description = "Drives durable runs on this machine, with a model that needs no key and no network.",
        footer = {"", "Exit code: 0 done, 1 it did not come to that, 2 the command line asks for something impossible."
        })
public final class Harness implements Runnable {

    /** The name of the program. */
    static final String NAME = "harness";

    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private final Console console;
    private final CommandLine commands;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "print this text")
    @SuppressWarnings("UnusedVariable") // who parses the line acts on it
    private boolean help;

    Harness(PrintStream out, PrintStream err, Function<Workspace, List<Tool<?, ?>>> tools) {
        console = new Console(out, err);
        commands = new CommandLine(this)
                .addSubcommand(new RunCommand(console, tools))
                .addSubcommand(new InspectCommand(console))
                .addSubcommand(new ResolveCommand(console))
                .addSubcommand(new ApproveCommand(console))
                .addSubcommand(new RejectCommand(console))
                .addSubcommand(new ListCommand(console))
                .addSubcommand(new CancelCommand(console))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler((e, arguments) -> misused(messageOf(e), e.getCommandLine()))
                .setExecutionExceptionHandler((e, command, parsed) -> failed(e, command));
    }

    /** Runs one command and, unless it did what it should, ends the process with another exit code than 0. */
    public static void main(String[] arguments) {
        int code = new Harness(System.out, System.err, WorkspaceTools::of).run(arguments);
        if (code != 0) {
            System.exit(code);
        }
    }

    int run(String... arguments) {
        return commands.execute(arguments);
    }

    @Override
    public void run() {
        throw new Misuse("a command is missing; there are "
                + String.join(", ", commands.getSubcommands().keySet()));
    }

    private int misused(String message, CommandLine command) {
        console.say(message);
        console.say("try " + command.getCommandSpec().qualifiedName() + " --help");
        return WRONG_USAGE;
    }

    private int failed(Exception e, CommandLine command) {
        if (e instanceof Misuse) {
            return misused(messageOf(e), command);
        }
        if (e instanceof Refused) {
            console.say(messageOf(e));
        } else if (e instanceof HarborException known) {
            console.say(known.code() + ": " + messageOf(known));
        } else {
            console.say("this should not happen: " + e);
        }
        return FAILED;
    }

    private static String messageOf(Exception e) {
        return String.valueOf(e.getMessage());
    }
}
