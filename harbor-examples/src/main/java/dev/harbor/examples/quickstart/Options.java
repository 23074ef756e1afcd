package dev.harbor.examples.quickstart;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the command line asks for; null where it says nothing. */
record Options(@Nullable Path directory, @Nullable Path state, boolean help) {

    static final String HELP = """
            Surveys a directory with an agent and prints what the agent does, call by call.

              --dir PATH     the directory to survey; the checkout of Harbor around the working directory if not given
              --state PATH   where the report, the artifacts and the log are kept; a new temporary directory if not given
              --help         this text

            The model is a script inside the program: it needs no key and no network. What the tools do is real.
            Exit code: 0 the survey is complete, 1 it is not, 2 the command line asks for something impossible.
            """;

    static Options parse(List<String> arguments) throws WrongUsage {
        Options options = new Options(null, null, false);
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            options = options.with(rest.next(), rest);
        }
        return options;
    }

    private Options with(String argument, Iterator<String> rest) throws WrongUsage {
        int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
        String name = equals < 0 ? argument : argument.substring(0, equals);
        return switch (name) {
            case "--help", "-h" -> new Options(directory, state, true);
            case "--dir" -> new Options(value(name, argument, equals, rest), state, help);
            case "--state" -> new Options(directory, value(name, argument, equals, rest), help);
            default -> throw new WrongUsage("'" + argument + "' is none of --dir PATH, --state PATH, --help");
        };
    }

    private static Path value(String name, String argument, int equals, Iterator<String> rest) throws WrongUsage {
        return path(name, equals < 0 ? next(name, rest) : argument.substring(equals + 1));
    }

    private static String next(String name, Iterator<String> rest) throws WrongUsage {
        if (!rest.hasNext()) {
            throw new WrongUsage(name + " needs a path");
        }
        return rest.next();
    }

    private static Path path(String name, String text) throws WrongUsage {
        if (text.isBlank()) {
            throw new WrongUsage(name + " needs a path");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new WrongUsage(name + " '" + text + "' is no path: " + e.getReason());
        }
    }
}
